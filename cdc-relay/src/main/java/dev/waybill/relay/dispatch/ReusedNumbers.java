package dev.waybill.relay.dispatch;

import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.publish.RoutedMessage;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done where the outbox gives numbers that messages had before: those are kept in batches
 * of their own (ADR 0030), and whoever set the numbers back hears of it, once in a session. Belongs
 * to the dispatch loop.
 */
final class ReusedNumbers {

  private static final Logger LOG = LoggerFactory.getLogger(ReusedNumbers.class);

  private final String relay;
  private boolean told;

  ReusedNumbers(String relay) {
    this.relay = relay;
  }

  /**
   * Cuts a list, in order, so that no batch has messages of before and after the numbers were set
   * back: its span would hold everything that was staged between them.
   *
   * @param published numbers that messages had before
   */
  static List<List<RoutedMessage>> apart(List<RoutedMessage> messages, SeqSet published) {
    if (published.isEmpty()) {
      return List.of(messages);
    }
    List<List<RoutedMessage>> runs = new ArrayList<>();
    List<RoutedMessage> run = new ArrayList<>();
    boolean again = false;
    for (RoutedMessage message : messages) {
      boolean given = published.contains(message.name().seq());
      if (given != again) {
        runs.add(run);
        run = new ArrayList<>();
        again = given;
      }
      run.add(message);
    }
    runs.add(run);
    return runs;
  }

  /**
   * Looks for such numbers.
   *
   * @param fresh messages that were never published
   * @param published numbers of those that were
   */
  void look(List<OutboxMessage> fresh, SeqSet published) {
    if (told) {
      return;
    }
    for (OutboxMessage message : fresh) {
      if (published.contains(message.seq())) {
        LOG.error(
            "Relay {}: number {} of outbox.message was given twice, the second time to message {};"
                + " both are published. See runbooks/relay-not-ready.md, section 'numbers that"
                + " begin again'",
            relay,
            message.seq(),
            message.id());
        told = true;
        return;
      }
    }
  }
}
