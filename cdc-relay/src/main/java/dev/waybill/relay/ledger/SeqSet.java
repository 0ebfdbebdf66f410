package dev.waybill.relay.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * An immutable set of outbox sequence numbers, kept as disjoint ascending ranges. Its text form is
 * PostgreSQL's {@code int8multirange}, canonical: lower bound inclusive, upper bound exclusive.
 */
public final class SeqSet {

  private static final SeqSet EMPTY = new SeqSet(new long[0], new long[0]);

  private final long[] lowers;
  private final long[] uppers;

  private SeqSet(long[] lowers, long[] uppers) {
    this.lowers = lowers;
    this.uppers = uppers;
  }

  public static SeqSet empty() {
    return EMPTY;
  }

  /** The numbers from {@code lower} on and below {@code upper}; empty when there are none. */
  public static SeqSet range(long lower, long upper) {
    return lower < upper ? new SeqSet(new long[] {lower}, new long[] {upper}) : EMPTY;
  }

  /** The set of the given numbers, in any order, repeats allowed. */
  public static SeqSet of(Collection<Long> numbers) {
    long[] sorted = numbers.stream().mapToLong(Long::longValue).sorted().toArray();
    Builder builder = new Builder();
    for (long number : sorted) {
      builder.add(number, number + 1);
    }
    return builder.build();
  }

  /**
   * Reads {@code {[1,4),[7,8)}}.
   *
   * @throws IllegalArgumentException when the text is no canonical multirange of bounded ranges
   */
  public static SeqSet parse(String multirange) {
    String text = multirange.trim();
    if (text.equals("{}")) {
      return EMPTY;
    }
    Builder builder = new Builder();
    for (String range : List.of(text.split("(?<=\\)),", -1))) {
      String bounds = range.replaceAll("[{}\\[)]", "");
      int comma = bounds.indexOf(',');
      if (comma < 1) {
        throw new IllegalArgumentException("not a bounded int8multirange: " + multirange);
      }
      builder.add(
          Long.parseLong(bounds.substring(0, comma)), Long.parseLong(bounds.substring(comma + 1)));
    }
    return builder.build();
  }

  public boolean contains(long number) {
    int index = Arrays.binarySearch(lowers, number);
    if (index >= 0) {
      return true;
    }
    int before = -index - 2;
    return before >= 0 && number < uppers[before];
  }

  /** All numbers of either set. */
  public SeqSet union(SeqSet other) {
    List<long[]> ranges = new ArrayList<>();
    addRanges(ranges);
    other.addRanges(ranges);
    ranges.sort((one, two) -> Long.compare(one[0], two[0]));
    Builder builder = new Builder();
    ranges.forEach(range -> builder.add(range[0], range[1]));
    return builder.build();
  }

  /** The numbers of this set that the other does not have. */
  public SeqSet minus(SeqSet other) {
    Builder builder = new Builder();
    int j = 0;
    for (int i = 0; i < lowers.length; i++) {
      long from = lowers[i];
      while (j < other.lowers.length && other.uppers[j] <= from) {
        j++;
      }
      for (int k = j; k < other.lowers.length && other.lowers[k] < uppers[i]; k++) {
        if (other.lowers[k] > from) {
          builder.add(from, other.lowers[k]);
        }
        from = Math.max(from, other.uppers[k]);
      }
      if (from < uppers[i]) {
        builder.add(from, uppers[i]);
      }
    }
    return builder.build();
  }

  /** The numbers that both sets have. */
  public SeqSet intersect(SeqSet other) {
    return minus(minus(other));
  }

  /** The smallest {@code limit} numbers, or all when there are fewer. */
  public SeqSet first(long limit) {
    Builder builder = new Builder();
    long left = limit;
    for (int i = 0; i < lowers.length && left > 0; i++) {
      long upper = Math.min(uppers[i], lowers[i] + left);
      builder.add(lowers[i], upper);
      left -= upper - lowers[i];
    }
    return builder.build();
  }

  /**
   * The smallest number.
   *
   * @throws NoSuchElementException when the set is empty
   */
  public long lowest() {
    if (isEmpty()) {
      throw new NoSuchElementException("an empty set has no lowest number");
    }
    return lowers[0];
  }

  public boolean isEmpty() {
    return lowers.length == 0;
  }

  /** How many numbers the set holds. */
  public long size() {
    long size = 0;
    for (int i = 0; i < lowers.length; i++) {
      size += uppers[i] - lowers[i];
    }
    return size;
  }

  private void addRanges(List<long[]> ranges) {
    for (int i = 0; i < lowers.length; i++) {
      ranges.add(new long[] {lowers[i], uppers[i]});
    }
  }

  /** The {@code int8multirange} text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < lowers.length; i++) {
      text.append(i == 0 ? "[" : ",[").append(lowers[i]).append(',').append(uppers[i]).append(')');
    }
    return text.append('}').toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SeqSet that
        && Arrays.equals(lowers, that.lowers)
        && Arrays.equals(uppers, that.uppers);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(lowers) + Arrays.hashCode(uppers);
  }

  /** Joins ranges that arrive in the order of their lower bounds. */
  private static final class Builder {

    private long[] lowers = new long[16];
    private long[] uppers = new long[16];
    private int size;

    void add(long lower, long upper) {
      if (size > 0 && lower <= uppers[size - 1]) {
        uppers[size - 1] = Math.max(uppers[size - 1], upper);
        return;
      }
      if (size == lowers.length) {
        lowers = Arrays.copyOf(lowers, size * 2);
        uppers = Arrays.copyOf(uppers, size * 2);
      }
      lowers[size] = lower;
      uppers[size] = upper;
      size++;
    }

    SeqSet build() {
      return size == 0
          ? EMPTY
          : new SeqSet(Arrays.copyOf(lowers, size), Arrays.copyOf(uppers, size));
    }
  }
}
