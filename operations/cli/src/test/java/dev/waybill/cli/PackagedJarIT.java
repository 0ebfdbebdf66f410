package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.testbed.SubscriptionFolder;
import dev.waybill.local.process.ChildProcessBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as operators run it: class loading, streams and exit codes are only real there. */
class PackagedJarIT {

  private static final Path JAR = Path.of("target/waybill-cli-exec.jar");

  private Path folder;

  @BeforeEach
  void takeFolder(@TempDir Path temporary) {
    folder = temporary;
  }

  @Test
  void tellsItsVersionAndNothingElse() throws Exception {
    Run run = run(Map.of(), "version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("waybill 0.").doesNotContain("not packaged");
    assertThat(run.err()).isEmpty();
  }

  /** Java 24 and later warn of the native code of Kafka's client otherwise. */
  @Test
  void mayLoadNativeCode() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Enable-Native-Access"))
          .isEqualTo("ALL-UNNAMED");
    }
  }

  @Test
  void readsContractsAndReachesForTheDatabase() throws Exception {
    SubscriptionFolder.write(folder);

    Run run =
        run(
            Map.of("WAYBILL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/x"),
            "subscriptions",
            "apply",
            folder.resolve("subscriptions").toString());

    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("waybill: cannot apply the subscriptions").contains("next:");
  }

  @Test
  void staysSilentAboutWhatTheClientsLog() throws Exception {
    Run run =
        run(
            Map.of(
                "WAYBILL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/x",
                "WAYBILL_BOOTSTRAP_SERVERS", "127.0.0.1:1"),
            "doctor",
            "-o",
            "json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("{").contains("\"check\" : \"kafka.reachable\"");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void refusesAMistakeWithExitCodeTwo() throws Exception {
    assertThat(run(Map.of(), "doctor").exitCode()).isEqualTo(2);
    assertThat(run(Map.of(), "doctor", "--no-such-option").exitCode()).isEqualTo(2);
  }

  private Run run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ChildProcessBuilder.QUICK_START);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private record Run(int exitCode, String out, String err) {}
}
