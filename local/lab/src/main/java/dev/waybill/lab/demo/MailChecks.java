package dev.waybill.lab.demo;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What must hold of the mails when every message has been handled. A call to the outside is made at
 * least once: a process that dies after the mail and before it could store that it had sent it has
 * used its attempt, and the mail is sent again. So a message has as many mails as its delivery had
 * attempts, or fewer, and one at least.
 */
final class MailChecks {
  private final Set<UUID> committed;
  private final Map<UUID, Integer> attempts;
  private final Map<String, Long> mails;

  /**
   * @param attempts how often a run of each delivery began
   * @param mailed the message of each mail
   */
  MailChecks(Set<UUID> committed, Map<UUID, Integer> attempts, List<String> mailed) {
    this.committed = Set.copyOf(committed);
    this.attempts = Map.copyOf(attempts);
    this.mails =
        mailed.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  List<Check> all() {
    long again = committed.stream().filter(message -> mails(message) > 1).count();
    return List.of(
        new Check(
            "all %d messages mailed".formatted(committed.size()),
            committed.stream().allMatch(message -> mails(message) > 0)),
        new Check(
            again == 0
                ? "none of them mailed twice"
                : "none of them mailed twice, but %d, each under its one Message-ID: they were begun"
                        .formatted(again)
                    + " again, since nothing said that they had been sent",
            committed.stream()
                .allMatch(message -> mails(message) <= attempts.getOrDefault(message, 0))),
        new Check("no mail that tells of nothing committed", nothingElse()));
  }

  private boolean nothingElse() {
    return committed.stream()
        .map(UUID::toString)
        .collect(Collectors.toSet())
        .containsAll(mails.keySet());
  }

  private long mails(UUID message) {
    return mails.getOrDefault(message.toString(), 0L);
  }
}
