package dev.waybill.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void alignsColumnsAndCutsNothing() {
    Table table = new Table("id", "title").row("a", "short").row("a-very-long-id", "x");

    assertThat(table.lines())
        .containsExactly("ID              TITLE", "a               short", "a-very-long-id  x");
  }

  @Test
  void refusesARowOfAnotherWidth() {
    assertThatThrownBy(() -> new Table("id").row("a", "b"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
