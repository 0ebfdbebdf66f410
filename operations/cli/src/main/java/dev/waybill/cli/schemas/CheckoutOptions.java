package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.contract.check.Breach;
import dev.waybill.contract.check.Checkout;
import dev.waybill.contract.check.ContractCheck;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.version.ReleasedVersions;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which checkout. */
final class CheckoutOptions {

  /** Set by the launcher script of a source checkout. */
  private static final String HOME = "waybill.home";

  @Option(
      names = "--schemas",
      paramLabel = "DIR",
      description =
          "Holds events, subscriptions and best-effort. Default: the folder schemas here, else that"
              + " of the checkout which waybill was started from.")
  private @Nullable Path schemas;

  @Option(
      names = "--runbooks",
      paramLabel = "DIR",
      description = "Holds the runbooks. Default: the folder runbooks beside that of the schemas.")
  private @Nullable Path runbooks;

  Path schemas() {
    if (schemas != null) {
      return schemas;
    }
    Path here = Path.of("schemas");
    String home = System.getProperty(HOME);
    return home == null || Files.isDirectory(here) ? here : Path.of(home).resolve("schemas");
  }

  private Path runbooks() {
    return runbooks == null
        ? schemas().toAbsolutePath().normalize().resolveSibling("runbooks")
        : runbooks;
  }

  /** The files as they are now. */
  Checkout read() {
    try {
      return Checkout.read(schemas(), runbooks(), LocalDate.now(ZoneOffset.UTC));
    } catch (UncheckedIOException e) {
      throw CommandFailure.because(
          ExitCode.USAGE,
          String.valueOf(e.getMessage()),
          String.valueOf(e.getCause()),
          "check --schemas and --runbooks",
          e);
    }
  }

  /** Breaches in the folder of one type. */
  List<Breach> breachesOf(String type) {
    String folder = schemas().resolve("events").resolve(type).toString();
    return ContractCheck.check(read()).stream()
        .filter(breach -> breach.file().equals(folder) || Path.of(breach.file()).startsWith(folder))
        .toList();
  }

  /**
   * The folder of a type.
   *
   * @throws CommandFailure when there is none, or the name is that of no type
   */
  TypeFolder type(String name) {
    try {
      MessageType.requireName(name);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.because(
          ExitCode.USAGE,
          String.valueOf(e.getMessage()),
          null,
          "name a type of " + schemas().resolve("events"),
          e);
    }
    Path folder = schemas().resolve("events").resolve(name);
    if (!Files.isRegularFile(folder.resolve("record.yaml"))) {
      throw CommandFailure.of(
          ExitCode.NOTHING_FOUND,
          "there is no contract of " + name + " in " + schemas().resolve("events"),
          "check the name of the type, and --schemas");
    }
    return new TypeFolder(folder, schemas().resolve(ReleasedVersions.FILE));
  }
}
