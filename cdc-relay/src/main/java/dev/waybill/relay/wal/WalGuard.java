package dev.waybill.relay.wal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges one look after another, and logs a change of the reason once. Only more than {@code most}
 * bytes are judged, and then until half of it: at the bound itself nothing flaps.
 *
 * <p>Nobody is blamed at the first look: a bulk load is often done with by the next. A transaction
 * counts as a holder when two looks in a row found it to be the oldest, so that one that is merely
 * running now is not blamed; its age cannot be relied on, since the server hides it from most
 * roles. Written by one thread, read by several.
 */
public final class WalGuard {

  private static final Logger LOG = LoggerFactory.getLogger(WalGuard.class);

  private final String relay;
  private final long most;
  private volatile State state;

  /**
   * @param most bytes that the slot may keep before anybody asks why
   */
  public WalGuard(String relay, String slot, long most) {
    this.relay = relay;
    this.most = most;
    this.state = new State(SlotLook.none(slot), new WalVerdict.Within());
  }

  /** Takes a look into account. Says whether the reason is news, which is then logged. */
  public boolean take(SlotLook look) {
    WalVerdict earlier = state.verdict();
    WalVerdict now = judge(look);
    state = new State(look, now);
    boolean news = !now.reason().equals(earlier.reason()) && (now.alarming() || earlier.alarming());
    if (news && now.alarming()) {
      LOG.warn("Relay {}: {}; see runbooks/relay-wal-growing.md", relay, now.describe());
    } else if (news) {
      LOG.info("Relay {}: the log that slot {} keeps: {}", relay, look.slot(), now.describe());
    }
    return news;
  }

  private WalVerdict judge(SlotLook look) {
    boolean judged = !(state.verdict() instanceof WalVerdict.Within);
    if (look.retained() <= (judged ? most / 2 : most)) {
      return new WalVerdict.Within();
    }
    if (!judged) {
      return new WalVerdict.Noticed(look);
    }
    if (look.unconfirmed() > look.held()) {
      return new WalVerdict.RelayBehind(look);
    }
    WalHolder holder = look.oldest();
    return holder != null && isSame(holder, state.look().oldest())
        ? new WalVerdict.Pinned(look, holder)
        : new WalVerdict.Settling(look);
  }

  private static boolean isSame(WalHolder holder, @Nullable WalHolder earlier) {
    return earlier != null && Objects.equals(holder.transaction(), earlier.transaction());
  }

  /** What was seen last. */
  public SlotLook look() {
    return state.look();
  }

  /** What was made of it. */
  public WalVerdict verdict() {
    return state.verdict();
  }

  private record State(SlotLook look, WalVerdict verdict) {}
}
