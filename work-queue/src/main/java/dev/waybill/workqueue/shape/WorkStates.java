package dev.waybill.workqueue.shape;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the caller calls the stages of a row's life. {@code pending} and {@code waiting} rows are
 * inserted by the caller, all other changes but a replay are the queue's.
 *
 * <p>{@code waiting} is for a row that enters behind an unfinished one of its group, and is a hint,
 * not a promise: both are claimed by the same rule, when they are due and the earliest unfinished
 * of their group. So nobody has to wake a waiting row, and a row that is called waiting without
 * need loses nothing. The name only tells the queue where to look: pending rows are looked at one
 * by one, so each that is due behind another one costs every claim a look; of waiting ones only the
 * first of each group is looked at. A caller who cannot tell inserts as waiting.
 *
 * @param pending not tried yet
 * @param retry tried, to be tried again; may be the same as {@code pending}
 * @param waiting null when the caller does not use it
 * @param processing claimed; becomes eligible again when its lease expires
 * @param finished ends after which the next row of the group may be claimed
 * @param held ends that keep the rest of the group back, such as a dead letter under hold
 */
public record WorkStates(
    StateName pending,
    StateName retry,
    @Nullable StateName waiting,
    StateName processing,
    List<StateName> finished,
    List<StateName> held) {

  public WorkStates {
    finished = List.copyOf(finished);
    held = List.copyOf(held);
    List<StateName> all = new ArrayList<>(finished);
    all.addAll(held);
    all.add(pending);
    all.add(processing);
    Optional.ofNullable(waiting).ifPresent(all::add);
    if (!retry.equals(pending)) {
      all.add(retry);
    }
    if (new HashSet<>(all).size() < all.size()) {
      throw new IllegalArgumentException("a state has two meanings: " + all);
    }
  }

  /** A life that ends in one of {@code finished}; a retry makes a row pending again. */
  public static WorkStates of(String pending, String processing, String... finished) {
    StateName start = new StateName(pending);
    return new WorkStates(
        start, start, null, new StateName(processing), names(finished), List.of());
  }

  /** Names rows that wait for their next attempt differently from new ones. */
  public WorkStates retryingAs(String state) {
    return new WorkStates(pending, new StateName(state), waiting, processing, finished, held);
  }

  /** Names rows that entered behind an unfinished one of their group. */
  public WorkStates waitingAs(String state) {
    return new WorkStates(pending, retry, new StateName(state), processing, finished, held);
  }

  /** Names ends that keep the rest of the group back. */
  public WorkStates heldAs(String... states) {
    return new WorkStates(pending, retry, waiting, processing, finished, names(states));
  }

  /** The name of waiting rows, if there is one. */
  public Optional<StateName> waitingState() {
    return Optional.ofNullable(waiting);
  }

  /** Not waiting, not ended: what the index of due work holds. */
  public List<StateName> open() {
    return Stream.of(pending, retry, processing).distinct().toList();
  }

  /** Neither claimed nor ended. */
  public List<StateName> unclaimed() {
    return Stream.concat(Stream.of(pending, retry), waitingState().stream()).distinct().toList();
  }

  /** Not ended. */
  public List<StateName> living() {
    return Stream.concat(unclaimed().stream(), Stream.of(processing)).toList();
  }

  /** Every state in which a row keeps later ones of its group back. */
  public List<StateName> unfinished() {
    return Stream.concat(living().stream(), held.stream()).toList();
  }

  /** Whether a row may end in this state. */
  public boolean isEnd(StateName state) {
    return finished.contains(state) || held.contains(state);
  }

  private static List<StateName> names(String... states) {
    return Stream.of(states).map(StateName::new).toList();
  }
}
