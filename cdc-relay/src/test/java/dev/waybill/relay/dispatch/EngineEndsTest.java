package dev.waybill.relay.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.stream.UndecodableRecordException;
import java.io.EOFException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EngineEndsTest {

  private final EngineEnds ends = new EngineEnds();

  @Test
  void givesAPositionUpAfterSoManyEndsThere() {
    for (int i = 1; i < EngineEnds.LIMIT; i++) {
      assertThat(ends.hopeless("0/10", undecodable())).isFalse();
    }
    assertThat(ends.hopeless("0/10", undecodable())).isTrue();
  }

  @Test
  void startsToCountAgainWhenTheSlotHasMoved() {
    for (int i = 1; i < EngineEnds.LIMIT; i++) {
      ends.hopeless("0/10", undecodable());
    }
    assertThat(ends.hopeless("0/20", undecodable())).isFalse();
    assertThat(ends.hopeless("0/10", undecodable())).isFalse();
  }

  @ParameterizedTest
  @MethodSource("outages")
  void neverCountsAnOutage(Throwable outage) {
    for (int i = 0; i < 10 * EngineEnds.LIMIT; i++) {
      assertThat(ends.hopeless("0/10", new IllegalStateException("ended", outage))).isFalse();
    }
  }

  private static Throwable undecodable() {
    return new IllegalStateException(
        "the engine ended",
        new UndecodableRecordException("cannot be read", new IllegalStateException()));
  }

  static List<Throwable> outages() {
    return List.of(
        new EOFException(),
        new SQLException("terminating connection", "57P01"),
        new SQLException("connection refused", "08001"),
        new SQLException("slot is active", "55006"),
        new SQLException("password authentication failed", "28P01"),
        new SQLException("no state"),
        new IllegalStateException("Connector configuration is not valid. Unable to connect"));
  }

  @Test
  void countsWhatTheServerCannotDecode() {
    SQLException tooLong = new SQLException("invalid memory alloc request size", "XX000");
    for (int i = 1; i < EngineEnds.LIMIT; i++) {
      ends.hopeless("0/10", tooLong);
    }
    assertThat(ends.hopeless("0/10", tooLong)).isTrue();
  }

  /** Giving up again and again would go over the whole table again and again. */
  @Test
  void givesUpOnceUntilTheStreamHasRunAgain() {
    for (int i = 0; i < EngineEnds.LIMIT; i++) {
      ends.hopeless("0/10", undecodable());
    }
    ends.gaveUp();
    for (int i = 0; i < 2 * EngineEnds.LIMIT; i++) {
      assertThat(ends.hopeless("0/20", undecodable())).isFalse();
    }
    ends.streamed();
    assertThat(ends.hopeless("0/20", undecodable())).isTrue();
  }
}
