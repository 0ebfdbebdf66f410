package dev.waybill.handler.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.position.StoredPosition;
import dev.waybill.handler.position.TopicId;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The guards of a position, each by itself. */
class PositionTableIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String HANDLER_ROLE = "waybill_handler";
  private static final String MIGRATOR_ROLE = "waybill_migrator";
  private static final HandlerId PARCELS = new HandlerId("parcels");
  private static final TopicId TOPIC = new TopicId(new UUID(1, 1));
  private static final TopicId OTHER = new TopicId(new UUID(2, 2));

  private final PositionTable positions = new PositionTable(servers.database().as(HANDLER_ROLE));
  private final Partition partition = new Partition("topic-" + UUID.randomUUID(), 0);

  @BeforeAll
  static void migrate() {
    TestDatabase database = servers.database();
    database.createRoles("dev/waybill/handler/roles.sql", List.of(MIGRATOR_ROLE, HANDLER_ROLE));
    new SchemaMigrations(
            SchemaMode.MIGRATE,
            database.as(MIGRATOR_ROLE),
            SchemaMigrations.Place.INBOX,
            HANDLER_ROLE)
        .prepare();
  }

  @Test
  void movesForwardsWithTheEpoch() {
    long incarnation = set(10);

    assertThat(advance(read(incarnation, 10), new Position(15, 3))).isTrue();

    assertThat(stored()).isEqualTo(new StoredPosition(TOPIC, new Position(15, 3), incarnation));
  }

  @Test
  void doesNotMoveAcrossADecision() {
    long before = set(10);
    long after = set(10);

    assertThat(after).isEqualTo(before + 1);
    assertThat(advance(read(before, 10), Position.at(15))).isFalse();
    assertThat(stored().next()).isEqualTo(Position.at(10));
  }

  @Test
  void doesNotMoveThePositionOfAnotherTopic() {
    long incarnation = set(10);
    ReadPartition read = new ReadPartition(partition, OTHER, incarnation, Position.at(10));

    assertThat(advance(read, Position.at(15))).isFalse();
    assertThat(stored().next()).isEqualTo(Position.at(10));
  }

  @Test
  void keepsAPositionThatIsFurtherOn() {
    long incarnation = set(10);
    advance(read(incarnation, 10), new Position(20, 4));

    assertThat(advance(read(incarnation, 10), new Position(15, 3))).isTrue();

    assertThat(stored().next()).isEqualTo(new Position(20, 4));
  }

  @Test
  void doesNotMoveOverAHole() {
    long incarnation = set(10);

    assertThat(advance(read(incarnation, 11), Position.at(15))).isFalse();
    assertThat(stored().next()).isEqualTo(Position.at(10));
  }

  @Test
  void saysNoForAllWhenOneMayNotMove() {
    long incarnation = set(10);
    ReadPartition unknown =
        new ReadPartition(new Partition(partition.topic(), 1), TOPIC, 1, Position.at(0));

    assertThat(
            positions.advance(
                PARCELS,
                List.of(
                    new Move(read(incarnation, 10), Position.at(15)),
                    new Move(unknown, Position.at(1)))))
        .isFalse();
  }

  private long set(long offset) {
    return positions.set(PARCELS, partition, TOPIC, Position.at(offset));
  }

  private ReadPartition read(long incarnation, long offset) {
    return new ReadPartition(partition, TOPIC, incarnation, Position.at(offset));
  }

  private boolean advance(ReadPartition from, Position to) {
    return positions.advance(PARCELS, List.of(new Move(from, to)));
  }

  private StoredPosition stored() {
    Optional<StoredPosition> stored = positions.find(PARCELS, partition);
    return stored.orElseThrow();
  }
}
