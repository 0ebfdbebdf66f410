package dev.waybill.cli.schemas;

import dev.waybill.cli.connect.DatabaseOptions;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServersOption;
import dev.waybill.cli.connect.KafkaOptions;
import dev.waybill.cli.schemas.Proof.Verdict;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.wire.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "retire",
    header = "Prove that nothing carries a version any more, and take it away.",
    description = {
      "",
      "Looks, in the order in which messages travel, at the outbox, at what the relay has parked, at"
          + " the topic and the dead letters of every handler that was ever subscribed, and at what"
          + " their inboxes have not finished. Reads whole topics, which may take long. What it is not"
          + " told how to reach is listed as not proved.",
      "",
      "With --execute, and only if everything is proved, the files of the version go and its number"
          + " stays taken. The newest released version of a type is never retired: writers send it.",
      "",
      "That writers have stopped sending the version is in no place to look at, so whoever knows it"
          + " says so with --writers-stopped, and why.",
      "",
      "It connects to the database as "
          + DatabaseOptions.MIGRATOR
          + " unless --database-user names another role.",
      "",
      "Exit code 5 when something carries the version, 6 when not everything is proved.",
      ""
    })
final class RetireCommand implements Callable<Integer> {

  private static final String WRITERS = "writers";

  private static final String NEXT =
      "take the version out of the subscriptions of its readers and remove the readers; `waybill"
          + " schemas check` names them";

  private final Terminal terminal;
  private final Environment environment;

  @Parameters(index = "0", paramLabel = "TYPE", description = "For instance activity.completed.")
  private String type = "";

  @Parameters(index = "1", paramLabel = "VERSION", description = "For instance 1.")
  private int version;

  @Option(
      names = "--writers-stopped",
      paramLabel = "REASON",
      description =
          "How it is known that no writer stages the version any more, for instance the release that"
              + " all of them run. Without it the writers are not proved.")
  private @Nullable String writersStopped;

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      description = "First part of the names of the relay's own topics. Default: ${DEFAULT-VALUE}.",
      defaultValue = TopicNames.DEFAULT_PREFIX)
  private String topicPrefix = TopicNames.DEFAULT_PREFIX;

  @Mixin private final CheckoutOptions checkout = new CheckoutOptions();
  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final KafkaOptions kafka = new KafkaOptions();
  @Mixin private final HandlerServersOption servers = new HandlerServersOption();
  @Mixin private final FileExecution execution = new FileExecution();

  RetireCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    TypeFolder folder = checkout.type(type);
    requireOlder(folder);
    List<FileChange> changes = folder.retire(version);
    List<Proof> proofs = proofs(new MessageType(type, version));
    if (!execution.json()) {
      print(proofs);
    }
    boolean carried = has(proofs, Verdict.CARRIED);
    boolean proved = !carried && !has(proofs, Verdict.NOT_PROVED);
    if (proved) {
      execution.run(terminal, changes, facts(proofs, true), NEXT);
      return ExitCode.OK.code();
    }
    if (execution.json()) {
      execution.write(terminal, facts(proofs, false));
    }
    terminal
        .err()
        .println(
            carried
                ? "Refused: messages of version " + version + " still need a reader."
                : "Refused: not everything is proved. Nothing was changed.");
    return (carried ? ExitCode.CONFLICT : ExitCode.PARTLY).code();
  }

  private void requireOlder(TypeFolder folder) {
    if (!folder.versions().contains(version)) {
      throw CommandFailure.of(
          ExitCode.NOTHING_FOUND,
          type + " has no version " + version + "; there are " + folder.versions(),
          "check the version");
    }
    if (folder.released().tailSet(version + 1).isEmpty()) {
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          "no version of "
              + type
              + " is released that is newer than "
              + version
              + ": writers send it",
          "make a newer one with waybill schemas new-version "
              + type
              + ", release it, and let writers send it");
    }
  }

  private List<Proof> proofs(MessageType meant) {
    List<Proof> proofs = new ArrayList<>();
    proofs.add(writers());
    KnownHandlers handlers = new KnownHandlers();
    new DatabaseProofs(
            database.namesUrl(), () -> database.target(environment, DatabaseOptions.MIGRATOR))
        .look(meant, handlers, proofs);
    handlers.addDeclared(checkout.schemas().resolve("subscriptions"));
    new TopicProofs(kafka.properties(), new TopicNames(topicPrefix), terminal.err())
        .look(meant, handlers, proofs);
    new InboxProofs(servers.connect(environment)).look(meant, handlers, proofs);
    return proofs;
  }

  private Proof writers() {
    return writersStopped == null || writersStopped.isBlank()
        ? Proof.notProved(
            WRITERS, "say with --writers-stopped how it is known that none stages the version")
        : new Proof(WRITERS, Verdict.CLEAR, "have stopped: " + writersStopped);
  }

  private static boolean has(List<Proof> proofs, Verdict verdict) {
    return proofs.stream().anyMatch(proof -> proof.verdict() == verdict);
  }

  private void print(List<Proof> proofs) {
    Table table = new Table("place", "verdict", "detail");
    proofs.forEach(proof -> table.row(proof.place(), proof.verdict().word(), proof.detail()));
    table.lines().forEach(terminal.out()::println);
    terminal.out().flush();
  }

  private ObjectNode facts(List<Proof> proofs, boolean proved) {
    ObjectNode facts = FileExecution.facts();
    facts.put("type", type).put("version", version).put("proved", proved);
    ArrayNode list = facts.putArray("proofs");
    for (Proof proof : proofs) {
      list.addObject()
          .put("place", proof.place())
          .put("verdict", proof.verdict().word())
          .put("detail", proof.detail());
    }
    return facts;
  }
}
