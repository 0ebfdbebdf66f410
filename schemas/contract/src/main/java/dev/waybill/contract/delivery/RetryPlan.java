package dev.waybill.contract.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * How often and how far apart a handler tries again, as its subscription file says it. The settings
 * of the handler's service put it into force; it does not start when they say otherwise.
 *
 * @param pauses one for each attempt after the first; the failure after the last is a dead letter
 */
public record RetryPlan(List<Duration> pauses) {

  /** What a handler does that has no settings of its own: 1, 5 and 30 minutes. */
  public static final RetryPlan DEFAULT =
      new RetryPlan(List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30)));

  private static final int MOST_ATTEMPTS = 1_000;

  public RetryPlan {
    pauses = List.copyOf(pauses);
  }

  /** Pauses that grow by a factor up to a bound, as the settings of handlers have them. */
  public static RetryPlan exponential(
      Duration first, double factor, Duration longest, int attempts) {
    List<Duration> pauses = new ArrayList<>();
    for (int failures = 1; failures < attempts; failures++) {
      double grown = first.toMillis() * Math.pow(factor, failures - 1);
      pauses.add(Duration.ofMillis((long) Math.min(grown, (double) longest.toMillis())));
    }
    return new RetryPlan(pauses);
  }

  /** How many attempts there are, with the first. */
  public int attempts() {
    return pauses.size() + 1;
  }

  /**
   * The time from the first failure to the dead letter of a delivery that always fails by this
   * plan. Jitter makes it shorter. What an outage of the surroundings takes is not in it, nor are
   * pauses that the handler asks for itself.
   */
  public Duration horizon() {
    return pauses.stream().reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Reads the field {@code retry} of a subscription file.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static RetryPlan read(JsonNode retry) {
    if (retry.isMissingNode()) {
      return DEFAULT;
    }
    requireOnly(retry, retry.has("exponential") ? Set.of("exponential") : Set.of("pauses"));
    return retry.has("exponential")
        ? exponential(retry.path("exponential"))
        : listed(retry.path("pauses"));
  }

  private static RetryPlan listed(JsonNode pauses) {
    if (!pauses.isArray()) {
      throw new IllegalArgumentException("retry has neither a list of pauses nor exponential");
    }
    List<Duration> read = new ArrayList<>();
    pauses.forEach(pause -> read.add(Durations.parse(pause.asString())));
    return new RetryPlan(read);
  }

  private static RetryPlan exponential(JsonNode node) {
    requireOnly(node, Set.of("first-pause", "factor", "longest-pause", "attempts"));
    int attempts = node.path("attempts").asInt(4);
    double factor = node.path("factor").asDouble(5);
    if (attempts < 1 || attempts > MOST_ATTEMPTS || factor < 1) {
      throw new IllegalArgumentException(
          "retry.exponential has attempts %d and factor %s, not from 1 to %d and at least 1"
              .formatted(attempts, factor, MOST_ATTEMPTS));
    }
    return exponential(
        Durations.parse(node.path("first-pause").asString("1m")),
        factor,
        Durations.parse(node.path("longest-pause").asString("30m")),
        attempts);
  }

  private static void requireOnly(JsonNode node, Set<String> known) {
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException("retry has '" + name + "' where it may have " + known);
      }
    }
  }
}
