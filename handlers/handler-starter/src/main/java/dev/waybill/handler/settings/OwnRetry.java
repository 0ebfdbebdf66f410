package dev.waybill.handler.settings;

import dev.waybill.handler.settings.RetryProperties.Exponential;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;

/**
 * When one handler's failing messages are tried again, as far as that is said. What is not said is
 * as for all handlers; growing pauses and a list are alternatives, so to say one sets the other
 * aside.
 *
 * @param pauses A pause for each attempt after the first.
 * @param jitter The share of a pause that may be taken away by chance, from 0 to 1.
 * @param exponential Growing pauses in place of the list.
 */
public record OwnRetry(
    @Nullable List<Duration> pauses,
    @Nullable Double jitter,
    @Nullable OwnExponential exponential) {

  public OwnRetry {
    pauses = pauses == null ? null : List.copyOf(pauses);
  }

  /** What is in force for the handler. */
  RetryProperties over(RetryProperties common) {
    return new RetryProperties(
        or(pauses, common.pauses()), or(jitter, common.jitter()), growing(common));
  }

  private @Nullable Exponential growing(RetryProperties common) {
    if (exponential != null) {
      return exponential.over(
          Optional.ofNullable(common.exponential()).orElseGet(OwnRetry::defaults));
    }
    return pauses == null ? common.exponential() : null;
  }

  /** What growing pauses are where nobody says more of them. */
  private static Exponential defaults() {
    return new Binder().bindOrCreate("waybill.handler.retry.exponential", Exponential.class);
  }

  private static <T> T or(@Nullable T own, T common) {
    return own == null ? common : own;
  }

  /**
   * Pauses of one handler that grow, as far as that is said.
   *
   * @param firstPause The pause after the first attempt.
   * @param factor What each pause is multiplied by, from 1.
   * @param longestPause The bound that the pauses grow to.
   * @param attempts How many attempts there are, with the first.
   */
  public record OwnExponential(
      @Nullable Duration firstPause,
      @Nullable Double factor,
      @Nullable Duration longestPause,
      @Nullable Integer attempts) {

    private Exponential over(Exponential common) {
      return new Exponential(
          or(firstPause, common.firstPause()),
          or(factor, common.factor()),
          or(longestPause, common.longestPause()),
          or(attempts, common.attempts()));
    }
  }
}
