package dev.waybill.contract.delivery;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a durable delivery promises of its effect. */
public enum Guarantee {
  /** The effect commits together with the record that it happened: once, whatever repeats. */
  EFFECTIVELY_ONCE,
  /** The effect is outside of any transaction: it may happen again, recognisable as a repeat. */
  AT_LEAST_ONCE;

  /** The word in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<Guarantee> ofWord(String word) {
    return Stream.of(values()).filter(one -> one.word().equals(word)).findFirst();
  }
}
