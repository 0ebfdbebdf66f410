package dev.waybill.handler.consume;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Subscription.AfterDeadLetter;
import dev.waybill.contract.wire.TopicNames;
import dev.waybill.handler.Processing;
import dev.waybill.handler.attempt.ClaimedRun;
import dev.waybill.handler.attempt.DeliveryLog;
import dev.waybill.handler.attempt.DeliveryQueue;
import dev.waybill.handler.attempt.LeaseKeeper;
import dev.waybill.handler.attempt.RunObserver;
import dev.waybill.handler.attempt.RunObservers;
import dev.waybill.handler.attempt.Workers;
import dev.waybill.handler.deadletter.DeadLetterQueue;
import dev.waybill.handler.deadletter.DeadLetterSender;
import dev.waybill.handler.deliver.BatchTransaction;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.deliver.MethodRunner;
import dev.waybill.handler.deliver.RunWatch;
import dev.waybill.handler.deliver.Triage;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.inbox.Intake;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.operate.Brakes;
import dev.waybill.handler.record.RecordReader;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.retry.Judge;
import dev.waybill.handler.retry.OutageGate;
import dev.waybill.handler.retry.RetryPromise;
import dev.waybill.handler.signals.StatusObserver;
import dev.waybill.handler.startup.StartRefusedException;
import dev.waybill.handler.status.HandlerStatus;
import dev.waybill.handler.status.OutageLog;
import dev.waybill.handler.upkeep.Chores;
import dev.waybill.handler.upkeep.Upkeep;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.ContainerProperties.AssignmentCommitOption;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** Puts the parts of one handler together. */
public final class HandlerAssembly {

  /** So often the consuming thread looks whether a pause is over. */
  private static final Duration POLL = Duration.ofMillis(100);

  private final ConsumerSettings settings;
  private final HandlerTransactions transactions;
  private final Intake.Tables tables;
  private final PositionTable positions;
  private final Chores chores;
  private final Signals signals;
  private final Map<HandlerId, Optional<RunObserver>> observers = new ConcurrentHashMap<>();
  private final HandlerOptions options;

  public HandlerAssembly(
      ConsumerSettings settings,
      HandlerTransactions transactions,
      Intake.Tables tables,
      PositionTable positions,
      Chores chores,
      Signals signals,
      HandlerOptions options) {
    this.settings = settings;
    this.transactions = transactions;
    this.tables = tables;
    this.positions = positions;
    this.chores = chores;
    this.signals = signals;
    this.options = options;
  }

  /** What tells how a handler does. */
  public record Signals(Meters meters, Watches watches) {}

  /** Makes what watches each run of a handler's methods. */
  @FunctionalInterface
  public interface Watches {
    RunWatch watch(HandlerDefinition handler);
  }

  /** Makes the meters of handlers, where the application has a registry. */
  @FunctionalInterface
  public interface Meters {
    Optional<RunObserver> observer(HandlerDefinition handler, HandlerStatus status);
  }

  ConsumerSettings settings() {
    return settings;
  }

  Duration retention() {
    return options.bounds().retention();
  }

  Duration shutdown() {
    return options.times().shutdown();
  }

  /**
   * Refuses settings of handlers that are not there.
   *
   * @throws StartRefusedException naming them
   */
  void requireKnown(List<HandlerDefinition> handlers) {
    List<String> known = handlers.stream().map(handler -> handler.id().value()).toList();
    options
        .named()
        .forEach(
            name -> {
              if (!known.contains(name)) {
                throw new StartRefusedException(
                    "waybill.handler.handlers." + name + " is set, and there is no such handler",
                    "Name one of " + known + ", or remove the setting.");
              }
            });
  }

  /** Makes the handler's meters, so that they are there while it waits for Kafka or its topic. */
  void announce(HandlerDefinition handler, HandlerStatus status) {
    observer(handler, status);
  }

  private Optional<RunObserver> observer(HandlerDefinition handler, HandlerStatus status) {
    return observers.computeIfAbsent(
        handler.id(), id -> signals.meters().observer(handler, status));
  }

  /**
   * Refuses retries that are not those that a handler's subscription promises.
   *
   * @throws StartRefusedException naming both
   */
  void requirePromised(List<HandlerDefinition> handlers) {
    RetryPromise.require(handlers, options.retries());
  }

  /** What a handler's parts share. */
  private record Shared(
      HandlerDefinition handler,
      Inbox inbox,
      OutageGate gate,
      Judge judge,
      Brakes brakes,
      OutageLog outages,
      RunObserver observer,
      RecordReader reader,
      Triage triage,
      MethodRunner methods) {}

  RunningHandler create(HandlerDefinition handler, HandlerStatus status, TopicLookup topics) {
    Shared shared = shared(handler, status);
    DeliveryQueue queue =
        new DeliveryQueue(
            shared.inbox(),
            transactions,
            tables.deliveries(),
            tables.deadLetters(),
            new DeliveryQueue.Lease(options.owner(), options.times().lease()));
    LeaseKeeper keeper = new LeaseKeeper(queue, options.times().call());
    ClaimedRun run =
        new ClaimedRun(
            queue,
            tables.records(),
            transactions,
            new ClaimedRun.Way(
                shared.reader(),
                shared.triage(),
                shared.methods(),
                shared.judge(),
                shared.gate(),
                options.faults(),
                options.times().contentionLimit()),
            keeper,
            shared.observer());
    Workers workers =
        new Workers(queue, run, shared.gate(), shared.brakes(), shared.observer(), pace(handler));
    DeadLetterQueue deadLetters =
        new DeadLetterQueue(
            handler.id(), options.owner(), transactions, tables.deadLetters(), tables.records());
    Upkeep upkeep =
        new Upkeep(
            handler.id(),
            chores.of(status, handler.reads(), shared.brakes()),
            chores.farewell(status, handler.reads(), shared.brakes()));
    return new RunningHandler(
        container(shared, status, topics, queue, run, workers),
        workers,
        sender(handler, deadLetters),
        upkeep,
        keeper,
        status);
  }

  private Shared shared(HandlerDefinition handler, HandlerStatus status) {
    OutageGate gate =
        new OutageGate(
            options.times().outageLimit(),
            options.times().outages(),
            InstantSource.system(),
            new SplittableRandom());
    OutageLog outages = new OutageLog(handler.id(), InstantSource.system());
    // Judges are asked by several threads.
    RandomGenerator random = RandomGenerator.of("SecureRandom");
    return new Shared(
        handler,
        new Inbox(
            handler.id(),
            handler.subscription().layout().ordering() == Ordering.KEY,
            handler.subscription().failing().afterDeadLetter() == AfterDeadLetter.HOLD),
        gate,
        new Judge(options.retries().apply(handler.id()), gate, random),
        new Brakes(gate),
        outages,
        observers(handler, status, outages),
        new RecordReader(handler.id()),
        new Triage(handler),
        new MethodRunner(
            handler, options.times().longestHandler(), signals.watches().watch(handler)));
  }

  private RunObserver observers(
      HandlerDefinition handler, HandlerStatus status, OutageLog outages) {
    List<RunObserver> all = new ArrayList<>();
    all.add(new DeliveryLog(handler.id(), InstantSource.system(), outages));
    all.add(new StatusObserver(status));
    observer(handler, status).ifPresent(all::add);
    return new RunObservers(all);
  }

  /** A call to the outside is claimed by itself, so that none waits behind it under a lease. */
  private Workers.Pace pace(HandlerDefinition handler) {
    boolean calls =
        handler.methods().values().stream()
            .anyMatch(method -> method.processing() == Processing.SINGLE);
    return new Workers.Pace(
        options.bounds().concurrency(),
        calls ? 1 : Workers.CLAIMS,
        options.times().pollInterval(),
        options.times().outages(),
        options.times().call().plus(options.times().lease()));
  }

  private DeadLetterSender sender(HandlerDefinition handler, DeadLetterQueue deadLetters) {
    return new DeadLetterSender(
        deadLetters,
        new KafkaProducer<>(settings.producer()),
        TopicNames.deadLetters(handler.topic()),
        options.times().outages());
  }

  private KafkaMessageListenerContainer<byte[], byte[]> container(
      Shared shared,
      HandlerStatus status,
      TopicLookup topics,
      DeliveryQueue queue,
      ClaimedRun run,
      Workers workers) {
    PartitionDesk desk =
        new PartitionDesk(
            new StartPositions(topics, transactions, positions, status),
            status,
            shared.brakes(),
            options.times().outages(),
            settings.maxPollRecords(),
            InstantSource.system(),
            shared.outages(),
            new SplittableRandom());
    Handling handling =
        new Handling(
            shared.reader(),
            shared.triage(),
            batches(shared),
            shared.judge(),
            shared.gate(),
            queue,
            run,
            shared.observer(),
            workers::ring,
            workers::isEnding);
    ContainerProperties container = new ContainerProperties(shared.handler().topic());
    container.setMessageListener(
        new HandlerListener(
            handling, desk, settings.maxPollRecords(), settings.maxPollInterval().dividedBy(2)));
    container.setConsumerRebalanceListener(new DeskRebalances(desk));
    container.setAckMode(AckMode.MANUAL);
    container.setAssignmentCommitOption(AssignmentCommitOption.NEVER);
    container.setPollTimeout(POLL.toMillis());
    container.setShutdownTimeout(options.times().shutdown().toMillis());
    container.setAuthExceptionRetryInterval(Duration.ofSeconds(5));
    BrokerSilence silence = new BrokerSilence(settings.sessionTimeout(), InstantSource.system());
    KafkaMessageListenerContainer<byte[], byte[]> created =
        new KafkaMessageListenerContainer<>(
            new HandlerConsumerFactory(
                settings.consumer(shared.handler().group()), new DeskPolls(desk, silence)),
            container);
    created.setBeanName("waybill-" + shared.handler().id());
    created.setCommonErrorHandler(new PollFailures(desk));
    return created;
  }

  private BatchTransaction batches(Shared shared) {
    Intake intake = new Intake(shared.inbox(), tables, options.owner(), options.times().lease());
    return new BatchTransaction(
        shared.handler(), transactions, intake, positions, shared.methods(), options.faults());
  }
}
