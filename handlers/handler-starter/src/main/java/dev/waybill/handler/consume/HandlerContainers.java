package dev.waybill.handler.consume;

import dev.waybill.handler.deliver.BatchTransaction;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.deliver.MethodRunner;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.record.RecordReader;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.retry.Pauses;
import dev.waybill.handler.status.HandlerStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.ContainerProperties.AssignmentCommitOption;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** Puts the parts of one handler's consumption together. */
public final class HandlerContainers {

  /** So often the consuming thread looks whether a pause is over. */
  private static final Duration POLL = Duration.ofMillis(100);

  private static final Duration STOP = Duration.ofSeconds(10);

  private final ConsumerSettings settings;
  private final HandlerTransactions transactions;
  private final DeliveryTable deliveries;
  private final PositionTable positions;
  private final Patience patience;

  /**
   * @param patience how long things may take
   */
  public HandlerContainers(
      ConsumerSettings settings,
      HandlerTransactions transactions,
      DeliveryTable deliveries,
      PositionTable positions,
      Patience patience) {
    this.settings = settings;
    this.transactions = transactions;
    this.deliveries = deliveries;
    this.positions = positions;
    this.patience = patience;
  }

  /**
   * How long things may take.
   *
   * @param longestHandler one call of a handler's method
   * @param pauses between attempts
   */
  public record Patience(Duration longestHandler, Pauses pauses) {}

  ConsumerSettings settings() {
    return settings;
  }

  KafkaMessageListenerContainer<byte[], byte[]> create(
      HandlerDefinition handler, HandlerStatus status, TopicLookup topics) {
    PartitionDesk desk =
        new PartitionDesk(
            new StartPositions(topics, transactions, positions, status),
            status,
            patience.pauses(),
            InstantSource.system(),
            new SplittableRandom());
    ContainerProperties container = new ContainerProperties(handler.topic());
    container.setMessageListener(listener(handler, desk));
    container.setConsumerRebalanceListener(new DeskRebalances(desk));
    container.setAckMode(AckMode.MANUAL);
    container.setAssignmentCommitOption(AssignmentCommitOption.NEVER);
    container.setPollTimeout(POLL.toMillis());
    container.setShutdownTimeout(STOP.toMillis());
    container.setAuthExceptionRetryInterval(Duration.ofSeconds(5));
    BrokerSilence silence = new BrokerSilence(settings.sessionTimeout(), InstantSource.system());
    KafkaMessageListenerContainer<byte[], byte[]> created =
        new KafkaMessageListenerContainer<>(
            new HandlerConsumerFactory(
                settings.consumer(handler.group()), new DeskPolls(desk, silence)),
            container);
    created.setBeanName("waybill-" + handler.id());
    created.setCommonErrorHandler(new PollFailures(desk));
    return created;
  }

  private HandlerListener listener(HandlerDefinition handler, PartitionDesk desk) {
    return new HandlerListener(
        new RecordReader(handler.id()),
        new BatchTransaction(
            handler,
            transactions,
            deliveries,
            positions,
            new MethodRunner(handler, patience.longestHandler())),
        desk,
        settings.maxPollInterval().dividedBy(2));
  }
}
