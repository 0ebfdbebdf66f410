package dev.waybill.cli.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One change of a file of the checkout, planned and not yet made. */
sealed interface FileChange {

  Path file();

  /** For people and scripts: what is done, and the file. */
  String describe();

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
