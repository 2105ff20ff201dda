// The clock tells whether steps get the processor they need: it compares their time on the clock with the processor
// time of the thread that leads them. Alone on a machine these are nearly the same. If other programs take the cores,
// or if there are more threads than cores or work, that thread waits.
#pragma once
#include <optional>
#include <string>

namespace scree {

class StepClock {
 public:
  void start();
  // It is called after every step. It returns a text, once, if steps have taken much longer than their processor time
  // for a while.
  std::optional<std::string> after_step();

  // A pause leaves out what is done beside the steps, since files wait for disks.
  class Pause {
   public:
    explicit Pause(StepClock& clock) : clock_(clock) { clock_.stop(); }
    ~Pause() { clock_.go_on(); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    StepClock& clock_;
  };

 private:
  void stop();
  void go_on();

  double wall_ = 0, processor_ = 0;              // s, for steps in this window
  double wall_since_ = 0, processor_since_ = 0;  // readings of the clocks
  bool said_ = false;
};

// Returns the text for `wall` and `processor` seconds of steps, or nothing if that is as it should be.
std::optional<std::string> slow_steps_text(double wall, double processor, int threads);

}  // namespace scree
