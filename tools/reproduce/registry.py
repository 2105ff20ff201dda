"""All experiments, in the order of the papers."""
import fixed_cubes
import multi_contact
import shortest_link
import shrunken_edge
import superellipsoids


def experiments():
    rows = []
    for module in (shortest_link, superellipsoids, shrunken_edge, fixed_cubes, multi_contact):
        rows += module.EXPERIMENTS
    names = [e.id for e in rows]
    assert len(set(names)) == len(names), "an id twice"
    return rows
