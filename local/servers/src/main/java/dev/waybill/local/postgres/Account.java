package dev.waybill.local.postgres;

import dev.waybill.local.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The account that the server runs under. PostgreSQL refuses to run as root, which containers and
 * build machines often are: there it gets a user namespace in which root is nobody, or, where the
 * kernel forbids that, the account 65534 and the ownership of its folder.
 */
enum Account {
  OWN(""),
  NAMESPACE("unshare --user"),
  NOBODY("setpriv --reuid=65534 --regid=65534 --clear-groups");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String prefix;

  Account(String prefix) {
    this.prefix = prefix;
  }

  static Account detect() {
    if (!System.getProperty("user.name").equals("root")) {
      return OWN;
    }
    return NAMESPACE.run("true") ? NAMESPACE : NOBODY;
  }

  /** The command line that runs {@code command} under this account. */
  String[] commandLine(List<String> command) {
    List<String> line = new ArrayList<>();
    if (!prefix.isEmpty()) {
      line.addAll(List.of(prefix.split(" ")));
    }
    line.addAll(command);
    return line.toArray(String[]::new);
  }

  /** Lets the account work in {@code folder}. */
  void own(Path folder) {
    if (this == NOBODY && !OWN.run("chown", "-R", "65534:65534", folder.toString())) {
      throw new IllegalStateException("cannot give " + folder + " to the account nobody");
    }
  }

  private boolean run(String... command) {
    try {
      Path log = Files.createTempFile("waybill-account-", ".log");
      try (ChildProcess process =
          ChildProcess.builder(command[0])
              .command(commandLine(List.of(command)))
              .logFile(log)
              .start()) {
        return process.awaitExit(PATIENCE) == 0;
      } finally {
        Files.delete(log);
      }
    } catch (IOException e) {
      return false;
    }
  }
}
