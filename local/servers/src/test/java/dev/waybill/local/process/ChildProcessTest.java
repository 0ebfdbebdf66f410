package dev.waybill.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SLEEP = "while :; do sleep 0.05; done";

  private final Path folder;

  ChildProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void findsALineAlsoWhenItWasPrintedBefore() {
    try (ChildProcess child = shell("echo one; echo two >&2; " + SLEEP)) {
      assertThat(child.awaitLine(Pattern.compile("^tw"), PATIENCE)).isEqualTo("two");
      assertThat(child.awaitLine(Pattern.compile("^one$"), PATIENCE)).isEqualTo("one");
      assertThat(child.logTail()).isEqualTo("one\ntwo");
    }
  }

  @Test
  void ignoresWhatAnEarlierProcessWroteToTheSameFile() {
    try (ChildProcess earlier = shell("echo ready")) {
      earlier.awaitExit(PATIENCE);
    }
    try (ChildProcess later = shell("exit 3")) {
      assertThatThrownBy(() -> later.awaitLine(Pattern.compile("ready"), PATIENCE))
          .hasMessageContaining("ended with exit code 3 before printing a line with ready");
    }
  }

  @Test
  void showsTheLastOutputWhenALineDoesNotCome() {
    try (ChildProcess child = shell("echo why; " + SLEEP)) {
      child.awaitLine(Pattern.compile("why"), PATIENCE);
      assertThatThrownBy(() -> child.awaitLine(Pattern.compile("never"), Duration.ofMillis(50)))
          .isInstanceOf(ChildProcessException.class)
          .hasMessageContaining("ran out of time")
          .hasMessageContaining("why");
    }
  }

  @Test
  void passesArgumentsAndEnvironment() {
    try (ChildProcess child =
        ChildProcess.builder("echo")
            .command("sh", "-c", "echo $GREETING $1", "sh")
            .arguments("world")
            .environment("GREETING", "hello")
            .logFile(folder.resolve("logs/echo.log"))
            .start()) {
      child.awaitLine(Pattern.compile("^hello world$"), PATIENCE);
      assertThat(child.awaitExit(PATIENCE)).isZero();
      assertThat(child.logFile()).hasContent("hello world\n");
    }
  }

  @Test
  void killsOneThatRefusesToEnd() {
    try (ChildProcess child = shell("trap '' TERM; echo deaf; " + SLEEP)) {
      child.awaitLine(Pattern.compile("deaf"), PATIENCE);
      assertThat(child.terminate(Duration.ofMillis(100))).isEqualTo(137);
    }
  }

  @Test
  void letsOneThatObeysEndByItself() {
    try (ChildProcess child = shell("trap 'exit 7' TERM; echo ready; " + SLEEP)) {
      child.awaitLine(Pattern.compile("ready"), PATIENCE);
      assertThat(child.terminate(PATIENCE)).isEqualTo(7);
      assertThat(child.exitCode()).hasValue(7);
    }
  }

  @Test
  void freezesAndWakes() {
    Path beat = folder.resolve("beat");
    try (ChildProcess child = shell("while :; do echo . >> '" + beat + "'; sleep 0.01; done")) {
      await().atMost(PATIENCE).until(() -> Files.exists(beat));
      child.pause();
      await().atMost(PATIENCE).until(() -> state(child).equals("T"));
      assertThat(child.isAlive()).isTrue();
      child.resume();
      await().atMost(PATIENCE).until(() -> !state(child).equals("T"));
      child.pause();
    }
  }

  @Test
  void awaitsAnHttpAnswer() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(asked.incrementAndGet() < 3 ? 503 : 200, -1);
          exchange.close();
        });
    server.start();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    try (ChildProcess child = shell(SLEEP)) {
      assertThat(child.awaitHttp(uri, answer -> answer.statusCode() == 200, PATIENCE).statusCode())
          .isEqualTo(200);
      assertThat(asked).hasValue(3);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void childrenEndWhenTheirParentIsKilled() {
    try (ChildProcess parent =
        ChildProcess.builder("parent")
            .mainClass(ParentOfSleeper.class)
            .logFile(folder.resolve("parent.log"))
            .start()) {
      String line = parent.awaitLine(Pattern.compile("^child \\d+$"), PATIENCE);
      long child = Long.parseLong(line.substring("child ".length()));
      assertThat(ProcessHandle.of(child)).isPresent();

      parent.kill();

      await().atMost(PATIENCE).until(() -> ProcessHandle.of(child).isEmpty());
    }
  }

  @Test
  void isOutOfReachOfASignalToTheGroupOfItsParent() {
    try (ChildProcess parent =
        ChildProcess.builder("parent")
            .mainClass(ParentOfSleeper.class)
            .logFile(folder.resolve("parent.log"))
            .start()) {
      String line = parent.awaitLine(Pattern.compile("^child \\d+$"), PATIENCE);
      long child = Long.parseLong(line.substring("child ".length()));

      assertThat(ps("pgid", parent.pid())).isEqualTo(Long.toString(parent.pid()));
      assertThat(ps("pgid", child)).isEqualTo(Long.toString(child));
      // The watchdog is out of it as well, or nobody would end the child.
      Signal.KILL.sendToGroup(parent.pid());

      await().atMost(PATIENCE).until(() -> ProcessHandle.of(child).isEmpty());
    }
  }

  @Test
  void eachHelperBecomesTheProgram() throws Exception {
    List<List<String>> helpers =
        Stream.of(OwnSession.SETSID, OwnSession.PERL)
            .filter(helper -> OwnSession.isOnPath(helper.get(0)))
            .toList();
    assertThat(helpers).isNotEmpty();
    for (List<String> helper : helpers) {
      List<String> line = new ArrayList<>(helper);
      line.addAll(List.of("sh", "-c", "echo $$ $1; ps -o pgid= -p $$", "sh", "a  $b"));
      Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
      assertThat(process.inputReader().lines().map(String::strip))
          .as(helper.get(0))
          .containsExactly(process.pid() + " a $b", Long.toString(process.pid()));
    }
  }

  private ChildProcess shell(String script) {
    return ChildProcess.builder("shell")
        .command("sh", "-c", script)
        .logFile(folder.resolve("shell.log"))
        .start();
  }

  private static String state(ChildProcess child) {
    return ps("state", child.pid()).substring(0, 1);
  }

  private static String ps(String column, long pid) {
    try {
      Process ps = new ProcessBuilder("ps", "-o", column + "=", "-p", Long.toString(pid)).start();
      try (var in = ps.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
