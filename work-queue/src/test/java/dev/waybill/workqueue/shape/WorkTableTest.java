package dev.waybill.workqueue.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkTableTest {

  private static final TableName NAME = TableName.of("parcels", "stop");
  private static final WorkColumns COLUMNS = WorkColumns.of("arrival", "stop_id");
  private static final WorkStates STATES = WorkStates.of("pending", "processing", "delivered");

  @Test
  void knowsWhichStatesKeepAGroupBack() {
    WorkStates states = STATES.retryingAs("retry").waitingAs("waiting").heldAs("lost");

    assertThat(texts(states.open())).containsExactly("pending", "retry", "processing");
    assertThat(texts(states.unclaimed())).containsExactly("pending", "retry", "waiting");
    assertThat(texts(states.unfinished()))
        .containsExactly("pending", "retry", "waiting", "processing", "lost");
  }

  @Test
  void namesAStateOnceThatHasTwoUses() {
    assertThat(texts(STATES.open())).containsExactly("pending", "processing");
  }

  @Test
  void knowsItsEnds() {
    WorkStates states = STATES.heldAs("lost");

    assertThat(states.isEnd(new StateName("delivered"))).isTrue();
    assertThat(states.isEnd(new StateName("lost"))).isTrue();
    assertThat(states.isEnd(new StateName("pending"))).isFalse();
  }

  @Test
  void refusesAStateWithTwoMeanings() {
    assertThatIllegalArgumentException().isThrownBy(() -> STATES.heldAs("delivered"));
    assertThatIllegalArgumentException().isThrownBy(() -> STATES.waitingAs("pending"));
    assertThatIllegalArgumentException().isThrownBy(() -> STATES.retryingAs("processing"));
  }

  @Test
  void refusesWorkWithoutAnEnd() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkTable.of(NAME, COLUMNS, WorkStates.of("pending", "processing")));
  }

  @Test
  void refusesToWaitWithoutGroups() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkTable.of(NAME, COLUMNS, STATES.waitingAs("waiting")));
  }

  @Test
  void refusesATableWithoutAKeyAndColumnsNamedTwice() {
    assertThatIllegalArgumentException().isThrownBy(() -> WorkColumns.of("arrival"));
    assertThatIllegalArgumentException().isThrownBy(() -> WorkColumns.of("arrival", "a", "a"));
    assertThatIllegalArgumentException().isThrownBy(() -> COLUMNS.groupedBy("b", "b"));
  }

  @Test
  void refusesABlankCondition() {
    WorkTable table = WorkTable.of(NAME, COLUMNS, STATES);

    assertThatIllegalArgumentException().isThrownBy(() -> table.where(" "));
  }

  private static List<String> texts(List<StateName> states) {
    return states.stream().map(StateName::text).toList();
  }
}
