package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.local.files.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** The folder that one stack at a time keeps its data in. Closing it lets the next one in. */
final class DataFolder implements AutoCloseable {
  private static final long NEEDED_MEGABYTES = 1024;
  private static final String LOCK = "waybill.lock";
  private static final String MAILS = "mails";

  private final Path path;
  private final FileChannel channel;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Takes the folder for this process, emptied first if {@code reset}.
   *
   * @throws CommandFailure when another process has it, its disk is nearly full, or it is to be
   *     emptied although no stack made it
   */
  static DataFolder open(Path path, boolean reset) {
    return open(path, reset, folder -> Files.getFileStore(folder).getUsableSpace());
  }

  /** The same, on a disk with so many free bytes. */
  static DataFolder open(Path path, boolean reset, FreeSpace disk) {
    try {
      boolean ours = Files.exists(path.resolve(LOCK));
      if (reset && !ours) {
        requireEmpty(path);
      }
      Files.createDirectories(path);
      FileChannel channel = lock(path);
      if (reset) {
        Folders.delete(path.resolve("postgres"));
        Folders.delete(path.resolve("kafka"));
        Folders.delete(path.resolve(MAILS));
      }
      setLogsAside(path);
      requireSpace(path, disk.bytes(path), channel);
      return new DataFolder(path, channel);
    } catch (IOException e) {
      throw CommandFailure.because(
          ExitCode.FAILURE,
          "cannot use " + path,
          e.toString(),
          "choose another folder with --data",
          e);
    }
  }

  Path postgres() {
    return path.resolve("postgres");
  }

  Path kafka() {
    return path.resolve("kafka");
  }

  Path mails() {
    return path.resolve(MAILS);
  }

  Path log(String name) {
    return path.resolve("logs").resolve(name + ".log");
  }

  Path subscriptions() {
    return path.resolve("subscriptions");
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release " + path, e);
    }
  }

  /** The logs of the run before stay: whoever starts again often wants to know why it ended. */
  private static void setLogsAside(Path path) throws IOException {
    Path logs = path.resolve("logs");
    if (Files.exists(logs)) {
      Path previous = path.resolve("logs.previous");
      Folders.delete(previous);
      Files.move(logs, previous);
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!tryLock(channel)) {
      channel.close();
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          "another Waybill runs on the data in " + path,
          "stop it, or choose another folder with --data");
    }
    return channel;
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another stack of this very JVM has it.
      return false;
    }
  }

  private static void requireEmpty(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> content = Files.list(path)) {
      if (content.findAny().isPresent()) {
        throw CommandFailure.of(
            ExitCode.USAGE,
            path + " was not made by Waybill, so --reset does not touch it",
            "choose another folder with --data");
      }
    }
  }

  private static void requireSpace(Path path, long bytes, FileChannel channel) throws IOException {
    long free = bytes / (1024 * 1024);
    if (free < NEEDED_MEGABYTES) {
      channel.close();
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "the disk of %s is nearly full: %d MB are free, %d MB are needed"
              .formatted(path, free, NEEDED_MEGABYTES),
          "free some space, or choose a folder on another disk with --data");
    }
  }

  /** How much of a folder's disk is free. */
  interface FreeSpace {
    long bytes(Path folder) throws IOException;
  }
}
