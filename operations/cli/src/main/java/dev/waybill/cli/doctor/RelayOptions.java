package dev.waybill.cli.doctor;

import dev.waybill.cli.connect.RelayLogin;
import dev.waybill.cli.doctor.database.RelayNames;
import dev.waybill.contract.wire.TopicNames;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which relay is examined; the defaults are those of the relay itself. */
final class RelayOptions {

  @Mixin private final RelayLogin login = new RelayLogin();

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

  RelayLogin login() {
    return login;
  }

  RelayNames names() {
    return new RelayNames(
        login.relay(), login.role(), slot == null ? "waybill_" + login.relay() : slot, publication);
  }

  String ledgerTopic() {
    return new TopicNames(topicPrefix).ledger(login.relay());
  }
}
