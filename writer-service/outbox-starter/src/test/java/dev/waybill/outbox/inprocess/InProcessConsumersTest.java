package dev.waybill.outbox.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InProcessConsumersTest {

  private static final InProcessConsumer MAILER = consumer("mailer", "activity.created");
  private static final InProcessConsumer REPORT =
      consumer("report", "activity.created", "activity.completed");

  @Test
  void takeWhatTheAllowedOnesTake() {
    InProcessConsumers consumers = new InProcessConsumers(List.of(MAILER), Set.of("mailer"), false);

    assertThat(consumers.take("activity.created")).isTrue();
    assertThat(consumers.take("activity.completed")).isFalse();
    assertThat(consumers.of("activity.created")).containsExactly(MAILER);
    assertThat(consumers.of("activity.completed")).isEmpty();
  }

  @Test
  void takeNothingByDefaultAndEverythingInAnIsolatedRun() {
    assertThat(new InProcessConsumers(List.of(), Set.of(), false).takeAny()).isFalse();
    InProcessConsumers isolated = new InProcessConsumers(List.of(MAILER, REPORT), Set.of(), true);
    assertThat(isolated.take("anything.else")).isTrue();
    assertThat(isolated.of("activity.completed")).containsExactly(REPORT);
  }

  @Test
  void refuseOneThatIsNotOnTheList() {
    assertThatThrownBy(
            () -> new InProcessConsumers(List.of(MAILER, REPORT), Set.of("mailer"), false))
        .hasMessageContaining("report")
        .hasMessageContaining("waybill.outbox.in-process.allow");
  }

  @Test
  void refuseAListThatNamesNobody() {
    assertThatThrownBy(
            () -> new InProcessConsumers(List.of(MAILER), Set.of("mailer", "gone"), false))
        .hasMessageContaining("gone")
        .hasMessageContaining("take it off the list");
  }

  @Test
  void refuseTwoOfOneName() {
    assertThatThrownBy(
            () -> new InProcessConsumers(List.of(MAILER, MAILER), Set.of("mailer"), false))
        .hasMessageContaining("two in-process consumers are called mailer");
  }

  @Test
  void refuseATypeThatAHandlerSubscribesTo() {
    InProcessConsumers consumers = new InProcessConsumers(List.of(MAILER), Set.of("mailer"), false);

    assertThatThrownBy(
            () -> consumers.requireUnsubscribed(Map.of("activity.created", Set.of("timeline"))))
        .hasMessageContaining("activity.created")
        .hasMessageContaining("timeline")
        .hasMessageContaining("allow");
    assertThatCode(
            () -> consumers.requireUnsubscribed(Map.of("activity.completed", Set.of("timeline"))))
        .doesNotThrowAnyException();
  }

  private static InProcessConsumer consumer(String id, String... types) {
    return new InProcessConsumer() {
      @Override
      public String id() {
        return id;
      }

      @Override
      public Set<String> types() {
        return Set.of(types);
      }

      @Override
      public void accept(InProcessMessage message) {}
    };
  }
}
