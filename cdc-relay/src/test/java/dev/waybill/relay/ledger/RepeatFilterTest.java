package dev.waybill.relay.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.ledger.RepeatFilter.Split;
import dev.waybill.relay.ledger.RepeatFilter.UndecidedMessage;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RepeatFilterTest {

  @Test
  void dropsWhatTheLedgerCoversAndKeepsTheOrder() {
    Split<SeqId> split =
        new RepeatFilter(List.of())
            .split(
                List.of(id(5), id(2), id(9), id(3)),
                Function.identity(),
                message -> SeqSet.parse("{[2,4)}").contains(message.seq()));

    assertThat(split.fresh()).containsExactly(id(5), id(9));
    assertThat(split.dropped()).isEqualTo(2);
    assertThat(split.arrived()).isEmpty();
  }

  @Test
  void dropsAnUndecidedIdWhateverItsNumberIs() {
    RepeatFilter filter = new RepeatFilter(List.of(new UndecidedMessage(id(4), 8)));
    SeqId renumbered = new SeqId(40, id(4).id());

    Split<SeqId> split = filter.split(List.of(renumbered), Function.identity(), message -> false);

    assertThat(split.fresh()).isEmpty();
    assertThat(split.arrived()).containsExactly(new UndecidedMessage(renumbered, 8));
  }

  @Test
  void doesNotTakeAReusedNumberForARepeat() {
    RepeatFilter filter = new RepeatFilter(List.of(new UndecidedMessage(id(4), 8)));
    SeqId another = new SeqId(4, new MessageId(new UUID(7, 7)));

    assertThat(filter.split(List.of(another), Function.identity(), message -> false).fresh())
        .containsExactly(another);
  }

  @Test
  void forgetsWhatIsDecided() {
    UndecidedMessage undecided = new UndecidedMessage(id(4), 8);
    RepeatFilter filter = new RepeatFilter(List.of(undecided));
    filter.decided(List.of(undecided));

    assertThat(filter.undecided()).isEmpty();
    assertThat(filter.split(List.of(id(4)), Function.identity(), message -> false).fresh())
        .containsExactly(id(4));
  }

  private static SeqId id(long seq) {
    return new SeqId(seq, new MessageId(new UUID(0, seq)));
  }
}
