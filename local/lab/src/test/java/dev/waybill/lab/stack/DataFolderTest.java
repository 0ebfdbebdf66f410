package dev.waybill.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  private final Path path;

  DataFolderTest(@TempDir Path temporary) {
    path = temporary.resolve("data");
  }

  @Test
  void letsOneStackInAtATime() {
    try (DataFolder first = DataFolder.open(path, false)) {
      assertThat(first.postgres()).isEqualTo(path.resolve("postgres"));
      assertThatThrownBy(() -> DataFolder.open(path, false))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("another Waybill runs on the data in " + path);
    }
    DataFolder.open(path, false).close();
  }

  @Test
  void keepsDataAndTheLogsOfTheRunBefore() throws IOException {
    fill();

    DataFolder.open(path, false).close();
    DataFolder.open(path, false).close();

    assertThat(path.resolve("postgres/file")).exists();
    assertThat(path.resolve("mails/file")).exists();
    assertThat(path.resolve("logs")).doesNotExist();
    assertThat(path.resolve("logs.previous/file")).exists();

    Files.createDirectories(path.resolve("logs"));
    DataFolder.open(path, false).close();

    assertThat(path.resolve("logs.previous")).isEmptyDirectory();
  }

  @Test
  void removesDataOnReset() throws IOException {
    fill();
    Files.writeString(path.resolve("mine"), "kept");

    DataFolder.open(path, true).close();

    assertThat(path.resolve("postgres")).doesNotExist();
    assertThat(path.resolve("kafka")).doesNotExist();
    assertThat(path.resolve("mails")).doesNotExist();
    assertThat(path.resolve("mine")).exists();
  }

  @Test
  void refusesToResetAFolderThatItDidNotMake() throws IOException {
    Files.createDirectories(path.resolve("postgres"));

    assertThatThrownBy(() -> DataFolder.open(path, true))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("was not made by Waybill");
    assertThat(path.resolve("postgres")).exists();
  }

  @Test
  void saysThatAFileIsInTheWay() throws IOException {
    Files.writeString(path, "no folder");

    assertThatThrownBy(() -> DataFolder.open(path, false))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("cannot use " + path);
  }

  @Test
  void refusesADiskThatIsNearlyFullAndLetsGoOfTheFolder() {
    long enough = 1024L * 1024 * 1024;

    assertThatThrownBy(() -> DataFolder.open(path, false, disk -> enough - 1))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(
            "the disk of " + path + " is nearly full: 1023 MB are free, 1024 MB are needed");

    DataFolder.open(path, false, disk -> enough).close();
  }

  private void fill() throws IOException {
    DataFolder.open(path, false).close();
    for (String part : new String[] {"postgres", "kafka", "mails", "logs"}) {
      Files.createDirectories(path.resolve(part));
      Files.writeString(path.resolve(part).resolve("file"), "content");
    }
  }
}
