package dev.waybill.lab.demo;

import dev.waybill.lab.demo.Changes.Told;
import dev.waybill.lab.stack.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The whole story: changes on their way, one delivered twice, and a burst with crashes. */
final class Story {
  private final Stack stack;
  private final StoryTeller teller;

  Story(Stack stack, StoryTeller teller) {
    this.stack = stack;
    this.teller = teller;
  }

  /** Tells it; the result is whether every check held. */
  boolean tell() throws Exception {
    Scene scene = Scene.on(stack, teller);
    // An earlier story on the same data has had its own reckoning.
    Set<UUID> earlier = scene.outbox().ids();
    Told changes = new Changes(scene).tell();
    List<Check> checks = new ArrayList<>(changes.checks());
    Repetition repetition = new Repetition(scene, changes);
    checks.addAll(repetition.tell());
    List<String> activities = new ArrayList<>(changes.activities());
    activities.addAll(new Crashes(scene).tell());
    checks.addAll(new Reckoning(scene, earlier, activities).with(repetition.copies()));
    checks.add(new Tally(scene, earlier).of(activities));
    checks.addAll(new Mailing(scene, earlier).checks());
    return teller.verdict(checks);
  }
}
