package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** A command or option that nobody declared is found wherever a page names it. */
class CommandLinesTest {

  private final CommandLines declared =
      new CommandLines(Set.of("doctor", "subscriptions", "apply"), Set.of("--execute", "-o"));

  @Test
  void acceptsWhatIsDeclared() {
    assertThat(declared.check("a.md", "`./waybill doctor -o json` and `./waybill`")).isEmpty();
    assertThat(declared.check("a.md", "./waybill subscriptions apply DIR --execute # now\n"))
        .isEmpty();
  }

  @Test
  void refusesAnUnknownCommand() {
    assertThat(declared.check("a.md", "\n```\n./waybill docter\n```"))
        .containsExactly(
            new Finding("a.md", 3, "names the command 'docter', which does not exist"));
  }

  @Test
  void refusesAnUnknownOption() {
    assertThat(declared.check("a.md", "`./waybill subscriptions apply DIR --exekute=1`"))
        .containsExactly(
            new Finding("a.md", 1, "names the option --exekute, which does not exist"));
  }
}
