// What contacts and pairs remember, put in the order of a new pair list.
#pragma once
#include "scree/state/state.hpp"

namespace scree::contacts {

// Gives every pair what it remembered when it was listed before.
void index_links_by_pair(const Model& model, State& s);

// Indexes detached contacts by the pair list, which is made ready for it: batches, accumulators, what a step wants to
// know of bodies. Returns the contacts whose pair is not listed: they have ended. `in_order`: bodies_in_order().
Contacts index_contacts_by_pair(const Model& model, State& s, const std::vector<std::uint32_t>& in_order);
Contacts index_contacts_by_pair(const Model& model, State& s);

}  // namespace scree::contacts
