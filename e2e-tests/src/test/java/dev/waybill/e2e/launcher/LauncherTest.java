package dev.waybill.e2e.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Without a JDK that will do, the launcher names what it found and what to do, and builds nothing.
 */
@DisabledOnOs(value = OS.MAC, disabledReason = "there the system lists every JDK of the machine")
class LauncherTest {

  private static final List<String> TOOLS = List.of("dirname", "readlink", "sed");

  private final Path folder;
  private final Path tools;

  LauncherTest(@TempDir Path folder) {
    this.folder = folder;
    this.tools = folder.resolve("tools");
  }

  /** A PATH with what the script calls and no Java. */
  @BeforeEach
  void linkTools() throws IOException {
    Files.createDirectories(tools);
    for (String tool : TOOLS) {
      Path real =
          Stream.of("/usr/bin", "/bin")
              .map(place -> Path.of(place, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(tools.resolve(tool), real);
    }
  }

  @ParameterizedTest
  @CsvSource({"11.0.2, 11", "1.8.0_292, 8", "16.0.1, 16"})
  void refusesAJdkThatIsTooOldAndNamesIt(String full, String major) throws Exception {
    Path jdk = jdk("old", full);

    Ended ended = launch(Map.of("JAVA_HOME", jdk.toString(), "PATH", tools.toString()));

    assertThat(ended.output())
        .isEqualTo(
            "waybill: a JDK 17 or newer is needed, but only an older one was found: version "
                + major
                + " in "
                + jdk
                + "\n  next: install one and let JAVA_HOME name it\n");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void namesEachJdkThatIsTooOld() throws Exception {
    Path home = jdk("home", "11.0.2");
    Path other = jdk("other", "16.0.1");

    Ended ended =
        launch(Map.of("JAVA_HOME", home.toString(), "PATH", other.resolve("bin") + ":" + tools));

    assertThat(ended.output()).contains("version 11 in " + home + "; version 16 in " + other);
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void refusesARuntimeWithoutACompiler() throws Exception {
    Path runtime = jdk("runtime", "21");
    Files.delete(runtime.resolve("bin/javac"));

    Ended ended = launch(Map.of("JAVA_HOME", runtime.toString(), "PATH", tools.toString()));

    assertThat(ended.output())
        .contains(runtime + "/bin/java is a runtime without the compiler javac", "adoptium.net");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void saysWhereItLookedWhenThereIsNoJava() throws Exception {
    Ended ended = launch(Map.of("PATH", tools.toString()));

    assertThat(ended.output())
        .contains("none was found in JAVA_HOME or on the PATH", "let JAVA_HOME name it");
    assertThat(ended.code()).isEqualTo(1);
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = folder.toRealPath().resolve(name);
    Path bin = Files.createDirectories(home.resolve("bin"));
    for (String program : List.of("java", "javac")) {
      Path script = bin.resolve(program);
      Files.writeString(script, "#!/bin/sh\necho \"" + program + " " + version + "\"\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return home;
  }

  private static Ended launch(Map<String, String> environment)
      throws IOException, InterruptedException {
    Path script = ProjectTree.current().root().resolve("waybill");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", script.toString(), "--version").redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private record Ended(int code, String output) {}
}
