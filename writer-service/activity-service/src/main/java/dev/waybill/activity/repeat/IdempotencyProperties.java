package dev.waybill.activity.repeat;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How requests that are sent again are recognised.
 *
 * @param retention How long the answer to a request with an Idempotency-Key is kept at least, from
 *     1h to 30d. A repeat after that is a new request.
 */
@ConfigurationProperties("waybill.activity.idempotency")
record IdempotencyProperties(@DefaultValue("24h") Duration retention) {

  private static final Duration LEAST = Duration.ofHours(1);
  private static final Duration MOST = Duration.ofDays(30);

  /**
   * @throws IllegalArgumentException when the retention is out of range
   */
  IdempotencyProperties {
    if (retention.compareTo(LEAST) < 0 || retention.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "waybill.activity.idempotency.retention is " + retention + ", not from 1h to 30d");
    }
  }
}
