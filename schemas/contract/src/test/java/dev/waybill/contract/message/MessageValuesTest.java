package dev.waybill.contract.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;

class MessageValuesTest {

  @Test
  void refusesTypeNamesThatLookLikeCode() {
    for (String name : new String[] {"", "Activity", "dev.waybill.Activity", "activity", "a..b"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new MessageType(name, 1));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new MessageType("activity.created", 0));
    assertThatNoException().isThrownBy(() -> new MessageType("activity.follow-up.created", 2));
  }

  @Test
  void refusesBlankAndOverlongOrderingKeys() {
    assertThatIllegalArgumentException().isThrownBy(() -> new OrderingKey(" "));
    assertThatIllegalArgumentException().isThrownBy(() -> new OrderingKey("k".repeat(513)));
  }

  @Test
  void ordersVisibilityFromOpenToRestricted() {
    assertThat(Visibility.PUBLIC.visibleTo(Visibility.PUBLIC)).isTrue();
    assertThat(Visibility.PUBLIC.visibleTo(Visibility.PERSONAL)).isTrue();
    assertThat(Visibility.INTERNAL.visibleTo(Visibility.PUBLIC)).isFalse();
    assertThat(Visibility.PERSONAL.visibleTo(Visibility.PRICE_SENSITIVE)).isFalse();
  }

  @Test
  void readsKindsAndVisibilitiesByTheirWireNames() {
    for (MessageKind kind : MessageKind.values()) {
      assertThat(MessageKind.ofWireName(kind.wireName())).isEqualTo(kind);
    }
    for (Visibility visibility : Visibility.values()) {
      assertThat(Visibility.ofWireName(visibility.wireName())).isEqualTo(visibility);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> MessageKind.ofWireName("event"));
  }

  @Test
  void sortsIdsAsTheDatabaseDoes() {
    MessageId low = MessageId.of("00000000-0000-7000-8000-000000000001");
    MessageId high = MessageId.of("f0000000-0000-7000-8000-000000000001");

    assertThat(low).isLessThan(high);
  }
}
