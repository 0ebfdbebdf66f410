package dev.waybill.cli.doctor;

import dev.waybill.cli.connect.DatabaseOptions;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.KafkaOptions;
import dev.waybill.cli.doctor.database.DatabaseExamination;
import dev.waybill.cli.doctor.database.Examined;
import dev.waybill.cli.doctor.database.ReplicationExamination;
import dev.waybill.cli.doctor.kafka.KafkaExamination;
import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill doctor}: why does nothing arrive? */
@Command(
    name = "doctor",
    header = "Examine the writer's database and Kafka, and say what to do.",
    description = {
      "",
      "Looks and changes nothing. Each line is ok, warning, problem, or skipped when something else"
          + " is missing; warnings and problems come with their remedy. A part that does not answer"
          + " is given up after 10 seconds and hides nothing of the others.",
      "",
      "Exit code 1 when there is a problem.",
      ""
    },
    footer = {
      "",
      "Passwords are read from $WAYBILL_DATABASE_PASSWORD and $WAYBILL_RELAY_PASSWORD.",
      "",
      "Example:",
      "  waybill doctor --database-url jdbc:postgresql://db:5432/activity \\",
      "                 --bootstrap-servers kafka:9092"
    })
public final class DoctorCommand implements Callable<Integer> {

  /**
   * More than the clients wait by themselves, whose words say more; loading them takes its time,
   * too.
   */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Terminal terminal;
  private final Environment environment;
  private final Clock clock = Clock.systemUTC();

  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final KafkaOptions kafka = new KafkaOptions();
  @Mixin private final RelayOptions relay = new RelayOptions();
  @Mixin private final OutputOption output = new OutputOption();

  public DoctorCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    DatabaseTarget target = database.target(environment, relay.login().role());
    Optional<Properties> brokers = kafka.properties();
    DatabaseTarget asRelay = relay.login().asRelay(environment, target, database.namesUser());
    DatabaseTarget asAnyone = database.namesUser() ? target : asRelay;
    DoctorReport report = new DoctorReport(examine(asAnyone, asRelay, brokers), clock.instant());
    if (output.json()) {
      output.write(terminal, report.json());
    } else {
      report.print(terminal);
    }
    return (report.hasProblems() ? ExitCode.FAILURE : ExitCode.OK).code();
  }

  private List<Finding> examine(
      DatabaseTarget asAnyone, DatabaseTarget asRelay, Optional<Properties> brokers) {
    DatabaseExamination examination = new DatabaseExamination(asAnyone, relay.names());
    BoundedPart databasePart = BoundedPart.start("database", LIMIT, examination::run);
    BoundedPart replicationPart =
        BoundedPart.start("replication", LIMIT, new ReplicationExamination(asRelay)::run);
    List<Finding> findings = new ArrayList<>(databasePart.await());
    findings.addAll(replicationPart.await());
    if (brokers.isEmpty()) {
      findings.add(
          Finding.warning(
              "kafka.reachable",
              "no brokers are named: Kafka was not looked at",
              "give --bootstrap-servers or set WAYBILL_BOOTSTRAP_SERVERS"));
    } else {
      KafkaExamination kafkaPart = new KafkaExamination(brokers.get(), relay.ledgerTopic(), clock);
      Examined examined = examination.examined();
      findings.addAll(
          BoundedPart.start(
                  "kafka",
                  LIMIT,
                  into -> kafkaPart.run(into, examined.revision(), examined.relayRan()))
              .await());
    }
    return findings;
  }
}
