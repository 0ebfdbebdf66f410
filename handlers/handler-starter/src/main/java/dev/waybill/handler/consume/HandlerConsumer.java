package dev.waybill.handler.consume;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * A consumer that does due work before each poll, on the one thread that may touch it: partitions
 * whose pause is over are resumed, beginnings that could not be decided are decided. Tells how the
 * poll ended, too.
 */
final class HandlerConsumer extends KafkaConsumer<byte[], byte[]> {

  private final PollWatch watch;

  HandlerConsumer(Map<String, Object> settings, PollWatch watch) {
    super(settings);
    this.watch = watch;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    watch.before(this);
    ConsumerRecords<byte[], byte[]> records;
    try {
      records = super.poll(timeout);
    } catch (AuthenticationException | AuthorizationException e) {
      // The container tries again and tells no error handler.
      watch.refused(e);
      throw e;
    }
    watch.returned(this);
    return records;
  }
}
