package dev.waybill.cli.terminal;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes: data to {@link #out}, everything else to {@link #err}. Colour only on a
 * terminal, and never when {@code NO_COLOR} is set.
 */
public final class Terminal {

  private final PrintWriter out;
  private final PrintWriter err;
  private final BufferedReader in;
  private final boolean interactive;
  private final boolean coloured;

  /** A terminal over given streams, for tests and for callers in the same process. */
  public Terminal(
      PrintWriter out, PrintWriter err, BufferedReader in, boolean interactive, boolean coloured) {
    this.out = out;
    this.err = err;
    this.in = in;
    this.interactive = interactive;
    this.coloured = coloured;
  }

  /** The terminal of this process. */
  public static Terminal ofProcess(Map<String, String> environment) {
    boolean interactive = isTerminal(System.console());
    return new Terminal(
        writer(System.out),
        writer(System.err),
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())),
        interactive,
        mayColour(interactive, environment));
  }

  /** Whether colour is welcome (no-color.org). */
  public static boolean mayColour(boolean onTerminal, Map<String, String> environment) {
    return onTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }

  public PrintWriter out() {
    return out;
  }

  public PrintWriter err() {
    return err;
  }

  /** Whether somebody is there to answer a question. */
  public boolean interactive() {
    return interactive;
  }

  public boolean coloured() {
    return coloured;
  }

  /** The text in a style, or as it is where there is no colour. */
  public String paint(Style style, String text) {
    return coloured ? style.start() + text + Style.RESET : text;
  }

  /** Asks a yes-or-no question; anything but yes is no. */
  public boolean confirm(String question) {
    err.print(question + " [y/N] ");
    err.flush();
    try {
      String answer = in.readLine();
      return answer != null
          && (answer.strip().toLowerCase(Locale.ROOT).equals("y")
              || answer.strip().toLowerCase(Locale.ROOT).equals("yes"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the answer", e);
    }
  }

  /** Both streams are always UTF-8, whatever the locale: scripts read JSON from them. */
  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** From Java 22 a console may exist without a terminal, and says so by a method of its own. */
  private static boolean isTerminal(@Nullable Console console) {
    if (console == null) {
      return false;
    }
    try {
      Method method = Console.class.getMethod("isTerminal");
      return (boolean) method.invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
