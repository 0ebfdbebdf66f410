package dev.waybill.local.postgres;

import dev.waybill.local.files.Folders;
import dev.waybill.local.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A data folder and what belongs to it: the superuser's password and the server's log. */
final class Cluster {
  /**
   * Hashing slows down who guesses a password. The superuser's is random and every client is on
   * this machine, where the usual 4096 rounds are most of what a connection costs.
   */
  private static final int SCRAM_ITERATIONS = 1;

  private static final Duration INIT_TIME = Duration.ofMinutes(2);

  private final Path folder;
  private final Path binaries;
  private final Account account;

  Cluster(Path folder, Path binaries, Account account) {
    this.folder = folder;
    this.binaries = binaries;
    this.account = account;
  }

  Path data() {
    return folder.resolve("data");
  }

  Path log() {
    return folder.resolve("postgres.log");
  }

  String superuserPassword() {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + passwordFile(), e);
    }
  }

  /** The command line that runs one of the server's programs on this cluster. */
  String[] commandLine(String program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(binaries.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    return account.commandLine(command);
  }

  /**
   * Makes the cluster unless it is there. A run that was killed half way leaves no half cluster.
   */
  void initialise() {
    if (Files.exists(data().resolve("PG_VERSION"))) {
      return;
    }
    try {
      Path unfinished = folder.resolve("data.unfinished");
      Folders.delete(unfinished);
      Files.createDirectories(folder);
      writePassword();
      account.own(folder);
      initdb(unfinished);
      Files.move(unfinished, data());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a PostgreSQL cluster in " + folder, e);
    }
  }

  void delete() {
    Folders.delete(folder);
  }

  private void initdb(Path target) {
    String[] command =
        commandLine(
            "initdb",
            List.of(
                "--pgdata=" + target,
                "--username=" + LocalPostgres.SUPERUSER,
                "--pwfile=" + passwordFile(),
                "--auth=scram-sha-256",
                "--set=scram_iterations=" + SCRAM_ITERATIONS,
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--locale=C",
                "--no-sync"));
    try (ChildProcess initdb =
        ChildProcess.builder("initdb").command(command).logFile(log()).start()) {
      if (initdb.awaitExit(INIT_TIME) != 0) {
        throw new IllegalStateException("initdb failed:\n" + initdb.logTail());
      }
    }
  }

  private void writePassword() throws IOException {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    Files.writeString(passwordFile(), HexFormat.of().formatHex(random) + "\n");
    Files.setPosixFilePermissions(passwordFile(), PosixFilePermissions.fromString("rw-------"));
  }

  private Path passwordFile() {
    return folder.resolve("superuser-password");
  }
}
