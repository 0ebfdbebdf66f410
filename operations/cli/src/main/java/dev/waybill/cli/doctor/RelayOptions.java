package dev.waybill.cli.doctor;

import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.doctor.database.RelayNames;
import dev.waybill.contract.wire.TopicNames;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which relay is examined; the defaults are those of the relay itself. */
final class RelayOptions {

  private static final String PASSWORD = "WAYBILL_RELAY_PASSWORD";

  @Option(
      names = "--relay",
      paramLabel = "NAME",
      description = "The relay's name. Default: ${DEFAULT-VALUE}.",
      defaultValue = "main")
  private String relay = "main";

  @Option(
      names = "--relay-user",
      paramLabel = "ROLE",
      description =
          "The relay's role, which must be able to replicate. Default: $WAYBILL_RELAY_USER, or"
              + " waybill_relay.")
  private @Nullable String user;

  @Option(
      names = "--slot",
      paramLabel = "NAME",
      description = "The replication slot. Default: waybill_ and the relay's name.")
  private @Nullable String slot;

  @Option(
      names = "--publication",
      paramLabel = "NAME",
      description = "The publication. Default: ${DEFAULT-VALUE}.",
      defaultValue = "waybill_outbox")
  private String publication = "waybill_outbox";

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      description = "First part of internal topics' names. Default: ${DEFAULT-VALUE}.",
      defaultValue = TopicNames.DEFAULT_PREFIX)
  private String topicPrefix = TopicNames.DEFAULT_PREFIX;

  String role() {
    return user == null ? "waybill_relay" : user;
  }

  RelayNames names() {
    return new RelayNames(relay, role(), slot == null ? "waybill_" + relay : slot, publication);
  }

  String ledgerTopic() {
    return new TopicNames(topicPrefix).ledger(relay);
  }

  /**
   * The database as the relay's role. Where no other role is named, the one password that is set
   * must be the relay's.
   */
  DatabaseTarget target(Environment environment, DatabaseTarget database, boolean otherRole) {
    String password =
        environment
            .find(PASSWORD)
            .orElse(otherRole && !database.user().equals(role()) ? null : database.password());
    return database.as(role(), password, PASSWORD);
  }
}
