package dev.waybill.e2e.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.e2e.project.ProjectTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that compose runs once, in the folders that its image holds. */
class ComposeSubscriptionsIT {

  private static final ProjectTree TREE = ProjectTree.current();

  private final Path image;

  ComposeSubscriptionsIT(@TempDir Path image) {
    this.image = image;
  }

  @Test
  void findsTheContractsThatItsFilesAreCheckedAgainst() throws Exception {
    ComposeFile.Service service =
        ComposeFile.parse(TREE.read("docker-compose.yml")).service("subscriptions");
    ImageTarget target =
        Objects.requireNonNull(ImageTarget.of(TREE.read("Dockerfile")).get(service.target()));
    for (var folder : target.folders().entrySet()) {
      copy(TREE.root().resolve(folder.getKey()), image.resolve(folder.getValue()));
    }

    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                TREE.root().resolve(target.jar()).toString()));
    line.addAll(service.command());
    Process process = start(line);

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(output()))
        .as("the files are in order; only the database is not there")
        .contains("cannot apply the subscriptions: jdbc:postgresql://127.0.0.1:1/activity");
    assertThat(process.exitValue()).isEqualTo(ExitCode.UNREACHABLE.code());
  }

  private Process start(List<String> line) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(image.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output().toFile());
    builder.environment().put("WAYBILL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/activity");
    return builder.start();
  }

  private Path output() {
    return image.resolve("output");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path path : walk.toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy);
        }
      }
    }
  }
}
