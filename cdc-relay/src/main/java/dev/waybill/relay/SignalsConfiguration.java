package dev.waybill.relay;

import dev.waybill.relay.health.RelayHealthIndicator;
import dev.waybill.relay.metrics.BatchMeters;
import dev.waybill.relay.metrics.RelayMeters;
import dev.waybill.relay.process.ProcessBeat;
import dev.waybill.relay.process.ProcessName;
import dev.waybill.relay.process.ProcessTable;
import dev.waybill.relay.publish.Topics;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.SlotReader;
import dev.waybill.relay.wal.WalGuard;
import dev.waybill.relay.watch.DaysAheadAlarm;
import dev.waybill.relay.watch.OutboxReader;
import dev.waybill.relay.watch.RelayWatch;
import dev.waybill.relay.watch.SilenceAlarm;
import dev.waybill.relay.watch.WatchBoard;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Wires what tells people and machines how the relay is. */
@Configuration(proxyBeanMethods = false)
class SignalsConfiguration {

  /** What takes longer is given up: a look must not become the load that it looks for. */
  private static final int LOOK_SECONDS = 5;

  private static final int MISSED_LOOKS = 3;

  @Bean
  Progress progress() {
    return new Progress();
  }

  @Bean
  LaneBoard laneBoard() {
    return new LaneBoard();
  }

  @Bean
  WatchBoard watchBoard() {
    return new WatchBoard(System::nanoTime);
  }

  @Bean
  WalGuard walGuard(RelayProperties relay) {
    return new WalGuard(relay.name(), relay.slotName(), relay.watch().walRetained().toBytes());
  }

  @Bean
  DaysAheadAlarm daysAheadAlarm(RelayProperties relay) {
    return new DaysAheadAlarm(relay.watch().daysAhead());
  }

  @Bean
  RelayWatch relayWatch(
      RelayProperties relay,
      DataSource dataSource,
      Topics topics,
      WalGuard guard,
      DaysAheadAlarm daysAhead,
      WatchBoard board,
      StatusBoard status,
      ProcessName process) {
    JdbcTemplate template = new JdbcTemplate(dataSource);
    template.setQueryTimeout(LOOK_SECONDS);
    JdbcClient jdbc = JdbcClient.create(template);
    return new RelayWatch(
        new RelayWatch.Looks(
            new SlotReader(jdbc, relay.slotName()),
            guard,
            new OutboxReader(jdbc, relay.name()),
            daysAhead,
            new ProcessBeat(
                new ProcessTable(jdbc),
                relay.name(),
                process,
                status,
                relay.healthInterval(),
                System::nanoTime),
            topics::answers,
            new SilenceAlarm(System::nanoTime),
            status),
        board,
        relay.watch().interval());
  }

  @Bean
  BatchMeters batchMeters(MeterRegistry registry) {
    return new BatchMeters(registry);
  }

  @Bean
  RelayMeters relayMeters(
      RelayProperties relay,
      StatusBoard status,
      Progress progress,
      WatchBoard watch,
      WalGuard wal) {
    return new RelayMeters(
        new RelayMeters.Sources(status, progress, watch, wal),
        relay.name(),
        relay.watch().interval().multipliedBy(MISSED_LOOKS),
        Clock.systemUTC());
  }

  @Bean
  RelayHealthIndicator relayHealthIndicator(
      RelayProperties relay,
      StatusBoard status,
      LaneBoard lanes,
      Progress progress,
      WatchBoard watch,
      WalGuard wal,
      DaysAheadAlarm daysAhead) {
    return new RelayHealthIndicator(
        new RelayHealthIndicator.Signals(status, lanes, progress, watch, wal, daysAhead),
        relay.stream().stallTimeout());
  }
}
