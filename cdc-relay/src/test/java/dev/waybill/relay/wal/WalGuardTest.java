package dev.waybill.relay.wal;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WalGuardTest {

  private static final long MIB = 1L << 20;

  private final WalGuard guard = new WalGuard("main", "waybill_main", 64 * MIB);

  @Test
  void asksNothingBelowTheBound() {
    guard.take(look(64, 64, holder("9")));
    guard.take(look(64, 64, holder("9")));

    assertThat(guard.verdict()).isEqualTo(new WalVerdict.Within());
  }

  @Test
  void blamesTheRelayForWhatItHasNotConfirmed() {
    guard.take(look(200, 150, holder("9")));
    guard.take(look(200, 150, holder("9")));

    assertThat(guard.verdict()).isInstanceOf(WalVerdict.RelayBehind.class);
    assertThat(guard.verdict().describe())
        .isEqualTo(
            "slot waybill_main keeps 200 MiB of log, of which the relay has not confirmed 150 MiB:"
                + " it is behind");
  }

  @Test
  void blamesATransactionThatTwoLooksFoundToBeTheOldest() {
    guard.take(look(200, 1, holder("9")));
    assertThat(guard.verdict()).isInstanceOf(WalVerdict.Noticed.class);

    guard.take(look(210, 1, holder("9")));

    assertThat(guard.verdict()).isInstanceOf(WalVerdict.Pinned.class);
    assertThat(guard.verdict().describe())
        .isEqualTo(
            "slot waybill_main keeps 210 MiB of log, although the relay keeps up: an open"
                + " transaction holds it, of server process 4711 (billing), idle in transaction,"
                + " for 61 s — end it");
  }

  @Test
  void blamesNobodyWhoIsMerelyRunning() {
    guard.take(look(200, 1, holder("9")));
    guard.take(look(200, 1, holder("12")));
    guard.take(look(200, 1, null));

    assertThat(guard.verdict()).isInstanceOf(WalVerdict.Settling.class);
    assertThat(guard.verdict().alarming()).isFalse();
  }

  @Test
  void saysWhatIsHiddenFromTheRelaysRole() {
    WalHolder hidden = new WalHolder("9", "server process 4711 (billing)", null, null, "end it");
    guard.take(look(200, 1, hidden));
    guard.take(look(200, 1, hidden));

    assertThat(guard.verdict().describe())
        .contains("server process 4711 (billing)", "GRANT pg_read_all_stats");
  }

  @Test
  void blamesNobodyForALoadThatIsDoneWithByTheNextLook() {
    assertThat(guard.take(look(200, 200, null))).isFalse();
    assertThat(guard.take(look(1, 1, null))).isFalse();
  }

  @Test
  void doesNotFlapAtTheBound() {
    guard.take(look(65, 65, null));
    guard.take(look(63, 63, null));
    assertThat(guard.verdict()).isInstanceOf(WalVerdict.RelayBehind.class);

    guard.take(look(32, 32, null));
    assertThat(guard.verdict()).isEqualTo(new WalVerdict.Within());

    guard.take(look(63, 63, null));
    assertThat(guard.verdict()).isEqualTo(new WalVerdict.Within());
  }

  @Test
  void logsEachReasonOnce() {
    assertThat(guard.take(look(200, 1, holder("9")))).as("nobody is blamed yet").isFalse();
    assertThat(guard.take(look(200, 1, holder("9")))).isTrue();
    assertThat(guard.take(look(220, 1, holder("9")))).isFalse();

    assertThat(guard.take(look(220, 1, holder("11")))).as("that one ended").isTrue();
    assertThat(guard.take(look(220, 1, holder("11")))).isTrue();
    assertThat(guard.take(look(220, 1, holder("11")))).isFalse();

    assertThat(guard.take(look(1, 1, null))).as("it is over").isTrue();
    assertThat(guard.take(look(1, 1, null))).isFalse();
  }

  private static WalHolder holder(String transaction) {
    return new WalHolder(
        transaction, "server process 4711 (billing)", "idle in transaction", 61.0, "end it");
  }

  private static SlotLook look(long retained, long unconfirmed, @Nullable WalHolder oldest) {
    return new SlotLook(
        "waybill_main", true, "reserved", retained * MIB, unconfirmed * MIB, null, oldest);
  }
}
