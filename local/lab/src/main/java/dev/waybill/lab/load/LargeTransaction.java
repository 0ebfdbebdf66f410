package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;

/**
 * One transaction of very many or very large rows, written by COPY in pieces. Holds one piece and
 * the ids in memory.
 */
public final class LargeTransaction {
  private static final int PIECE_BYTES = 4 * 1024 * 1024;
  private static final int KEYS = 200;
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private final Random random;
  private final MessageFactory messages;
  private final int payloadBytes;

  private LargeTransaction(Random random, int payloadBytes) {
    this.random = random;
    this.messages = new MessageFactory(random, "large-", KEYS);
    this.payloadBytes = payloadBytes;
  }

  /**
   * Writes and commits it.
   *
   * @param payloadBytes of each row, about; letters by chance, which no compression makes small
   * @param journal told what was committed
   */
  public static void write(
      DataSource writer, int rows, int payloadBytes, long seed, Journal journal)
      throws SQLException {
    new LargeTransaction(new Random(seed), payloadBytes).write(writer, rows, journal);
  }

  private void write(DataSource writer, int rows, Journal journal) throws SQLException {
    int most = Math.max(1, PIECE_BYTES / payloadBytes);
    List<Message> written = new ArrayList<>();
    try (OutboxConnection connection = OutboxConnection.open(writer)) {
      while (written.size() < rows) {
        List<Message> piece = new ArrayList<>();
        for (int i = Math.min(most, rows - written.size()); i > 0; i--) {
          piece.add(large(messages.next()));
        }
        connection.copy(piece);
        piece.forEach(
            message ->
                written.add(new Message(message.id(), message.key(), message.version(), "")));
      }
      connection.commit();
    }
    journal.committed(written);
  }

  private Message large(Message message) {
    StringBuilder title = new StringBuilder(payloadBytes);
    for (int i = 0; i < payloadBytes; i++) {
      title.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return new Message(
        message.id(),
        message.key(),
        message.version(),
        "{\"activityId\":\"%s\",\"title\":\"%s\"}".formatted(message.key(), title));
  }
}
