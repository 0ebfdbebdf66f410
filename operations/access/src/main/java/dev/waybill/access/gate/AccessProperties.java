package dev.waybill.access.gate;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What to do where nothing says whose tokens to trust, {@code waybill.access.*}.
 *
 * @param withoutIssuer whether the service then refuses to start, or starts and refuses every
 *     request but those for its probes. The latter is for services whose work does not come over
 *     HTTP
 */
@ConfigurationProperties("waybill.access")
record AccessProperties(@DefaultValue("refuse-to-start") WithoutIssuer withoutIssuer) {

  /** What becomes of a service that trusts nobody. */
  enum WithoutIssuer {
    REFUSE_TO_START,
    REFUSE_REQUESTS
  }
}
