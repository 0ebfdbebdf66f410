package dev.waybill.notification.smtp;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.handler.startup.StartRefusedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SmtpPropertiesTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void refusesToSendAsNobody() {
    assertThatThrownBy(() -> new SmtpProperties("", SECOND, SECOND, SECOND))
        .hasMessageContaining("waybill.notification.smtp.sender is not set");
    assertThatThrownBy(() -> new SmtpProperties("Waybill", SECOND, SECOND, SECOND))
        .hasMessageContaining("waybill.notification.smtp.sender is 'Waybill', no mail address");
  }

  @Test
  void refusesWaitsWithoutABound() {
    assertThatThrownBy(() -> properties(Duration.ZERO))
        .hasMessage("waybill.notification.smtp.read-timeout is PT0S, not from 1ms to 5m");
    assertThatThrownBy(() -> properties(Duration.ofHours(1)))
        .hasMessageContaining("read-timeout is PT1H, not from 1ms to 5m");
  }

  @Test
  void refusesAWaitThatIsAsLongAsTheWholeCall() {
    assertThatCode(() -> properties(SECOND).requireBelow(SECOND.plusMillis(1)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> properties(SECOND.multipliedBy(2)).requireBelow(SECOND.plusMillis(1)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("smtp.read-timeout is PT2S")
        .hasMessageContaining("waybill.handler.work.call-timeout (PT1.001S)");
  }

  private static SmtpProperties properties(Duration read) {
    return new SmtpProperties("waybill@example.org", SECOND, read, SECOND);
  }
}
