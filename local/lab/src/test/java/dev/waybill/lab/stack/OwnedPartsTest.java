package dev.waybill.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnedPartsTest {
  private final OwnedParts parts = new OwnedParts();
  private final List<String> closed = new ArrayList<>();

  @Test
  void stopsTheLastFirstAndEachOnce() {
    parts.own(part("first"));
    parts.own(part("second"));

    parts.close();
    parts.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void stopsTheOthersWhenOneFails() {
    parts.own(part("first"));
    parts.own(
        () -> {
          throw new IllegalStateException("stuck");
        });

    parts.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void stopsWhatComesLateAtOnce() {
    parts.close();

    assertThatThrownBy(() -> parts.own(part("late"))).isInstanceOf(StackClosedException.class);
    assertThat(closed).containsExactly("late");
  }

  private AutoCloseable part(String name) {
    return () -> closed.add(name);
  }
}
