package dev.waybill.lab.demo;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.lab.check.InboxView.Handled;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Puts a second copy of a message before the handler, which is to skip it. */
final class Repetition {
  private final Scene scene;
  private final Arrival first;
  private final SecondCopy copy;

  Repetition(Scene scene, Arrival first) throws Exception {
    this.scene = scene;
    this.first = first;
    this.copy = SecondCopy.of(scene.stack().bootstrapServers(), first.record());
  }

  SecondCopy copy() {
    return copy;
  }

  Check tell() throws Exception {
    UUID id = UUID.fromString(first.messageId());
    Handled before = scene.inbox().find(id).orElseThrow();
    Set<UUID> completed = scene.inbox().completed();
    scene.teller().request("deliver that message once more");
    scene.teller().copied(copy);
    Map<Integer, Long> end = Map.of(first.record().partition(), copy.offset());
    scene.await(
        "the second copy read",
        scene.handler(),
        () -> scene.inbox().hasReadPast(first.record().topic(), end));
    Handled after = scene.inbox().find(id).orElseThrow();
    scene.teller().skipped(copy, after);
    return new Check(
        "the second copy of a message had no effect",
        after.equals(before)
            && scene.inbox().completed().equals(completed)
            && scene.timeline().versions(activity()).equals(List.of(1L, 2L)));
  }

  private String activity() {
    return first.record().header(WireHeaders.SUBJECT).orElseThrow();
  }
}
