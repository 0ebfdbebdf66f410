package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.Terminal;
import java.time.Duration;

/** The time since a soak began, also before each line that it says. Safe for several threads. */
final class Clock {
  private final Terminal terminal;
  private final long begun = System.nanoTime();

  Clock(Terminal terminal) {
    this.terminal = terminal;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  synchronized void say(String what) {
    terminal.err().printf("%5d s  %s%n", elapsed().toSeconds(), what);
    terminal.err().flush();
  }
}
