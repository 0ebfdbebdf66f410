package dev.waybill.cli.connect;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Environment variables: the default of each connection option ({@code --database-url} from {@code
 * WAYBILL_DATABASE_URL}), and the only place a password may come from.
 */
public final class Environment implements IDefaultValueProvider {

  private static final Set<String> OPTIONS =
      Set.of(
          "--database-url",
          "--database-user",
          "--relay-user",
          "--bootstrap-servers",
          "--server",
          "--handler-server");

  private final Map<String, String> variables;

  public Environment(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  /** A variable that is set to something. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (argument instanceof OptionSpec option && OPTIONS.contains(option.longestName())) {
      return find(variable(option.longestName())).orElse(null);
    }
    return null;
  }

  /** The variable that stands in for an option. */
  static String variable(String option) {
    return "WAYBILL_" + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
