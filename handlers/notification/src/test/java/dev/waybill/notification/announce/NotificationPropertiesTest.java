package dev.waybill.notification.announce;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NotificationPropertiesTest {

  @Test
  void refusesToMakeUpWhereMailsGo() {
    assertThatThrownBy(() -> new NotificationProperties(" "))
        .hasMessageStartingWith("waybill.notification.recipient is not set")
        .hasMessageContaining("{user}@your-domain.org");
    assertThatThrownBy(() -> new NotificationProperties("{assignee}@example.org"))
        .hasMessage(
            "waybill.notification.recipient: '{assignee}@example.org' names {assignee};"
                + " there are {user} and {tenant}");
  }
}
