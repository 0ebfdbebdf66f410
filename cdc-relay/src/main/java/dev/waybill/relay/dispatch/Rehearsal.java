package dev.waybill.relay.dispatch;

import dev.waybill.relay.dispatch.RelayParts.KafkaParts;
import dev.waybill.relay.dispatch.RelayParts.Preconditions;
import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.stream.WalStream;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through what a takeover needs, without changing anything, when a relay begins to stand by.
 * What would stop it is better known now than when it is needed; and a takeover is quicker when
 * nothing of it happens for the first time in the process.
 */
record Rehearsal(RelayProperties settings, Preconditions preconditions, KafkaParts kafka) {

  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  void run() {
    try {
      preconditions.check().requireReplication();
      preconditions.check().requirePublication();
      WalStream.rehearse(settings);
      kafka.ledgerTopic().lastStable(TIMEOUT);
      // Never initialised, so that it fences nobody.
      BatchProducer.create(
              kafka.connection(), settings.topicPrefix() + ".rehearsal", kafka.ledgerTopic().name())
          .close();
    } catch (NotReadyException e) {
      LOG.warn("Relay standby could not take over now: {} — {}", e.reason(), e.remedy());
    } catch (RuntimeException e) {
      LOG.warn("Relay standby could not take over now: {}", e.getMessage());
    }
  }
}
