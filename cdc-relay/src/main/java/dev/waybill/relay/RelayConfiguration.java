package dev.waybill.relay;

import dev.waybill.contract.wire.TopicNames;
import dev.waybill.relay.backfill.BackfillPlanner;
import dev.waybill.relay.dispatch.BatchObserver;
import dev.waybill.relay.dispatch.RelayParts;
import dev.waybill.relay.dispatch.RelaySupervisor;
import dev.waybill.relay.install.DatabaseCheck;
import dev.waybill.relay.install.Installation;
import dev.waybill.relay.install.RelaySchema;
import dev.waybill.relay.install.Upkeep;
import dev.waybill.relay.lane.Suspects;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.ledgerstore.LedgerTopic;
import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.OrderBook;
import dev.waybill.relay.order.OrderTable;
import dev.waybill.relay.parking.ParkedQueue;
import dev.waybill.relay.process.ProcessName;
import dev.waybill.relay.publish.KafkaConnection;
import dev.waybill.relay.publish.Topics;
import dev.waybill.relay.publish.Transactions;
import dev.waybill.relay.settings.RelayPools;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wires one relay. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RelayProperties.class)
class RelayConfiguration {

  /** Exit code of a process that ends because a part of it cannot be stopped: EX_SOFTWARE. */
  private static final int STUCK = 70;

  /** A small pool: the dispatch loop, the lease keeper, the watch, and room for another two. */
  @Bean
  DataSource dataSource(RelayProperties relay) {
    return RelayPools.open(relay, "waybill-relay", 5, 2);
  }

  @Bean
  StatusBoard statusBoard() {
    return new StatusBoard(System::nanoTime);
  }

  @Bean
  LeaseTable leaseTable(RelayProperties relay, JdbcClient jdbc) {
    return new LeaseTable(jdbc, relay.leaseDuration());
  }

  @Bean
  LedgerTable ledgerTable(
      JdbcClient jdbc, PlatformTransactionManager transactions, LeaseTable leases) {
    return new LedgerTable(jdbc, new TransactionTemplate(transactions), leases);
  }

  @Bean
  ParkedQueue parkedQueue(
      RelayProperties relay,
      JdbcClient jdbc,
      PlatformTransactionManager transactions,
      LeaseTable leases,
      Progress progress) {
    RelayProperties.Parking parking = relay.parking();
    RetryPolicy policy =
        new RetryPolicy.Exponential(
            Backoff.doubling(parking.firstPause(), parking.longestPause()), parking.maxAttempts());
    return new ParkedQueue(jdbc, transactions, leases, policy, new SplittableRandom(), progress);
  }

  @Bean
  RelayParts.Orders orders(
      RelayProperties relay,
      JdbcClient jdbc,
      PlatformTransactionManager transactions,
      LeaseTable leases) {
    TransactionTemplate template = new TransactionTemplate(transactions);
    return new RelayParts.Orders(
        new OrderBook(new OrderTable(jdbc), new Audit(jdbc), leases, template),
        new BackfillPlanner(jdbc, template, relay.name()));
  }

  @Bean
  KafkaConnection kafkaConnection(RelayProperties relay) {
    return new KafkaConnection(relay.kafka(), relay.stream().transactionTimeout());
  }

  @Bean
  Topics topics(RelayProperties relay, KafkaConnection connection) {
    return new Topics(connection, relay.topics(), relay.development());
  }

  @Bean
  RelayParts relayParts(
      RelayProperties relay,
      JdbcClient jdbc,
      PlatformTransactionManager transactions,
      LeaseTable leases,
      LedgerTable ledger,
      ParkedQueue parked,
      RelayParts.Orders orders,
      KafkaConnection connection,
      Topics topics,
      Progress progress) {
    RelayParts.Preconditions preconditions =
        new RelayParts.Preconditions(
            new DatabaseCheck(relay, jdbc),
            new RelaySchema(relay, jdbc),
            new Installation(relay, jdbc, new TransactionTemplate(transactions), leases, progress),
            new Upkeep(jdbc, System::nanoTime));
    String ledgerTopic = new TopicNames(relay.topicPrefix()).ledger(relay.name());
    return new RelayParts(
        relay,
        new RelayParts.DatabaseParts(jdbc, preconditions, leases, ledger, parked, orders),
        new RelayParts.KafkaParts(
            connection,
            topics,
            new LedgerTopic(connection.common(), ledgerTopic),
            new Transactions(connection),
            new Suspects(System::nanoTime)));
  }

  @Bean
  RelaySupervisor relaySupervisor(
      RelayProperties relay,
      RelayParts parts,
      StatusBoard status,
      LaneBoard lanes,
      Progress progress,
      BatchObserver batches,
      ProcessName process) {
    return new RelaySupervisor(
        parts,
        new RelayParts.Boards(status, lanes, progress, batches),
        process.value(),
        () -> Runtime.getRuntime().halt(STUCK));
  }

  @Bean
  ProcessName processName(RelayProperties relay) {
    String instance =
        relay.instanceId() == null
            ? ManagementFactory.getRuntimeMXBean().getName()
            : relay.instanceId();
    return new ProcessName(instance + "#" + UUID.randomUUID());
  }
}
