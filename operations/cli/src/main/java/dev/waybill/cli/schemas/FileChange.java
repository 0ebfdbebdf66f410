package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One change of a file of the checkout, planned and not yet made. */
sealed interface FileChange {

  Path file();

  /** For people and scripts: what is done, and the file. */
  String describe();

  /**
   * Looks whether it can be made, before any other is.
   *
   * @throws CommandFailure when it cannot
   */
  default void requirePossible() {}

  /** Makes it. */
  void apply();

  /** The file has this text, whether it was there before or not. */
  record Write(Path file, String text) implements FileChange {

    @Override
    public String describe() {
      return "write " + file;
    }

    @Override
    public void apply() {
      try {
        Files.writeString(file, text);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + file, e);
      }
    }
  }

  /** The file is new; one that is there already is never overwritten. */
  record Create(Path file, String text) implements FileChange {

    @Override
    public String describe() {
      return "write " + file;
    }

    @Override
    public void requirePossible() {
      if (Files.exists(file)) {
        throw CommandFailure.of(
            ExitCode.CONFLICT,
            file + " exists and is never overwritten",
            "look at what it is, and delete it if nobody needs it; nothing was changed");
      }
    }

    @Override
    public void apply() {
      try {
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + file, e);
      }
    }
  }

  /** The file is gone. */
  record Delete(Path file) implements FileChange {

    @Override
    public String describe() {
      return "delete " + file;
    }

    @Override
    public void apply() {
      try {
        Files.delete(file);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + file, e);
      }
    }
  }
}
