package dev.waybill.relay.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SeqSetTest {

  @Test
  void joinsNeighboursIntoRanges() {
    assertThat(SeqSet.of(List.of(3L, 1L, 2L, 7L, 7L))).hasToString("{[1,4),[7,8)}");
    assertThat(SeqSet.of(List.of())).hasToString("{}");
  }

  @Test
  void readsWhatPostgresWrites() {
    SeqSet set = SeqSet.parse("{[1,4),[7,8),[100,200)}");

    assertThat(set.size()).isEqualTo(104);
    assertThat(set.contains(1)).isTrue();
    assertThat(set.contains(3)).isTrue();
    assertThat(set.contains(4)).isFalse();
    assertThat(set.contains(7)).isTrue();
    assertThat(set.contains(0)).isFalse();
    assertThat(set.contains(199)).isTrue();
    assertThat(set.contains(200)).isFalse();
    assertThat(SeqSet.parse("{}")).isEqualTo(SeqSet.empty());
  }

  @Test
  void refusesUnboundedRanges() {
    assertThatIllegalArgumentException().isThrownBy(() -> SeqSet.parse("{(,5)}"));
    assertThatIllegalArgumentException().isThrownBy(() -> SeqSet.parse("{[5,)}"));
  }

  @Test
  void agreesWithAPlainSetUnderRandomOperations() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      Set<Long> one = numbers(random);
      Set<Long> other = numbers(random);
      SeqSet union = SeqSet.of(one).union(SeqSet.parse(SeqSet.of(other).toString()));
      Set<Long> expected = new TreeSet<>(one);
      expected.addAll(other);
      assertThat(union).as("seed %d", seed).isEqualTo(SeqSet.of(expected));
      assertThat(union.size()).as("seed %d", seed).isEqualTo(expected.size());
      for (long number = -2; number < 70; number++) {
        assertThat(union.contains(number))
            .as("seed %d, number %d", seed, number)
            .isEqualTo(expected.contains(number));
      }
    }
  }

  private static Set<Long> numbers(Random random) {
    Set<Long> numbers = new TreeSet<>();
    int count = random.nextInt(40);
    for (int i = 0; i < count; i++) {
      numbers.add((long) random.nextInt(64));
    }
    return numbers;
  }

  @Test
  void takesAwayAndTakesTheFirst() {
    SeqSet set = SeqSet.parse("{[1,5),[7,10),[20,21)}");
    assertThat(set.minus(SeqSet.parse("{[0,2),[3,8),[20,30)}")))
        .isEqualTo(SeqSet.parse("{[2,3),[8,10)}"));
    assertThat(set.minus(SeqSet.empty())).isEqualTo(set);
    assertThat(set.minus(set)).isEqualTo(SeqSet.empty());
    assertThat(set.intersect(SeqSet.range(4, 9))).isEqualTo(SeqSet.parse("{[4,5),[7,9)}"));
    assertThat(SeqSet.range(3, 3)).isEqualTo(SeqSet.empty());
    assertThat(set.first(5)).isEqualTo(SeqSet.parse("{[1,5),[7,8)}"));
    assertThat(set.first(100)).isEqualTo(set);
  }
}
