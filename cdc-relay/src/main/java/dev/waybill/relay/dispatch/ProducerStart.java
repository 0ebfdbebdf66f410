package dev.waybill.relay.dispatch;

import dev.waybill.relay.dispatch.RelayParts.KafkaParts;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.Generations;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.publish.PublishException;
import dev.waybill.relay.status.NotReadyException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Initialises a session's producer, which fences the predecessor's. Kafka lets no transaction begin
 * under an id whose last one has not ended on every topic, and a single topic that takes no end
 * marker would so stop all handlers. Then the relay goes on under the next generation of its id.
 *
 * <p>The id may be left only when the outcome of its last transaction is decided and the ledger's
 * topic knows it: what the predecessor published is then read and repaired as ever, and the
 * predecessor itself can begin nothing more, since it writes its ledger row first and holds no
 * lease. {@link LeftIds} fences it all the same as soon as the id answers.
 *
 * @param base the transactional id of generation 0
 */
record ProducerStart(KafkaParts kafka, LeaseTable leases, FencingToken token, String base) {

  private static final Logger LOG = LoggerFactory.getLogger(ProducerStart.class);

  /**
   * A producer that may publish.
   *
   * @throws PublishException when the cluster does not answer in time
   * @throws NotReadyException when the id was left; the next session goes on under the next one
   */
  BatchProducer start() {
    int generation = leases.generations(token.relay()).current();
    BatchProducer producer = create(generation);
    try {
      producer.initialise();
      return producer;
    } catch (PublishException e) {
      producer.close();
      leaveWhenHopeless(generation);
      throw e;
    }
  }

  /** A producer of a generation that has not contacted the cluster yet. */
  BatchProducer create(int generation) {
    return BatchProducer.create(
        kafka.connection(), Generations.id(base, generation), kafka.ledgerTopic().name());
  }

  /**
   * @throws PublishException when the next id cannot be had either
   */
  private void leaveWhenHopeless(int generation) {
    String id = Generations.id(base, generation);
    Set<String> topics = kafka.transactions().waitsFor(id);
    if (topics.isEmpty() || topics.contains(kafka.ledgerTopic().name())) {
      return;
    }
    try (BatchProducer next = create(generation + 1)) {
      // First, since an id that is not allowed would leave the relay with none.
      next.initialise();
    }
    leases.leave(token, generation);
    topics.forEach(topic -> kafka.suspects().refused(topic, "it takes no end of a transaction"));
    LOG.error(
        "Relay {}: the last transaction of {} cannot end, since {} takes no end marker; the relay"
            + " goes on under {}. See runbooks/handler-topic-blocked.md",
        token.relay(),
        id,
        topics,
        Generations.id(base, generation + 1));
    throw new NotReadyException(
        "the last transaction of " + id + " cannot end, since " + topics + " takes no end marker",
        "going on under another transactional id; heal the topic, see"
            + " runbooks/handler-topic-blocked.md");
  }
}
