package dev.waybill.handler.consume;

import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerScanner;
import dev.waybill.handler.registry.TopologyTable;
import dev.waybill.handler.status.StatusBoard;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Finds the handlers when the application's beans are there, and runs a container for each while it
 * runs. Last to start and first to stop. Where the settings say so it finds them and starts
 * nothing: no consumer, no worker, no purge.
 */
public final class HandlerRuntime implements SmartInitializingSingleton, SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerRuntime.class);

  private final HandlerScanner scanner;
  private final HandlerAssembly factory;
  private final StatusBoard board;
  private final boolean enabled;
  private final List<RunningHandler> running = new CopyOnWriteArrayList<>();
  private volatile List<HandlerDefinition> handlers = List.of();
  private @Nullable TopicLookup topics;
  private @Nullable HandlerStart start;

  /**
   * @param enabled {@code waybill.handler.enabled}
   */
  public HandlerRuntime(
      HandlerScanner scanner, HandlerAssembly factory, StatusBoard board, boolean enabled) {
    this.scanner = scanner;
    this.factory = factory;
    this.board = board;
    this.enabled = enabled;
  }

  /**
   * Refuses what cannot work, and prints what can.
   *
   * @throws dev.waybill.handler.startup.StartRefusedException with the remedy
   */
  @Override
  public void afterSingletonsInstantiated() {
    handlers = scanner.scan();
    factory.requireKnown(handlers);
    factory.requirePromised(handlers);
    handlers.forEach(handler -> factory.announce(handler, board.of(handler.id())));
    LOG.info("Handlers of this application:\n{}", TopologyTable.of(handlers));
  }

  /** The application's handlers, once its beans are there. */
  public List<HandlerDefinition> handlers() {
    return handlers;
  }

  @Override
  public synchronized void start() {
    if (!enabled) {
      board.disable();
      LOG.info("Handlers are disabled {}", board.disabled());
      return;
    }
    TopicLookup lookup = new TopicLookup(factory.settings());
    topics = lookup;
    start =
        new HandlerStart(
            handlers,
            topic -> lookup.find(topic).isPresent(),
            new Memory(factory.retention(), lookup::keeps),
            board,
            handler -> listen(handler, lookup),
            InstantSource.system());
    start.begin();
  }

  private void listen(HandlerDefinition handler, TopicLookup lookup) {
    RunningHandler started = factory.create(handler, board.of(handler.id()), lookup);
    started.start();
    running.add(started);
    board.of(handler.id()).listen(started::isAlive, factory.settings().maxPollInterval());
    LOG.info("Handler {} listens to {}", handler.id(), handler.topic());
  }

  @Override
  public synchronized void stop() {
    if (start != null) {
      start.end();
      start = null;
    }
    CountDownLatch stopped = new CountDownLatch(running.size());
    running.forEach(handler -> handler.end(stopped));
    try {
      long deadline = System.nanoTime() + factory.shutdown().toNanos();
      for (RunningHandler handler : running) {
        handler.awaitEnd(stopped, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    running.clear();
    if (topics != null) {
      topics.close();
      topics = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return start != null;
  }
}
