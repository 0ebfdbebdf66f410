package dev.waybill.outbox.table;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;

/**
 * {@code outbox.message} has no partition for today, so nothing can be staged until one is made.
 * The transaction cannot go on.
 */
public final class MissingPartitionException extends NonTransientDataAccessResourceException {

  private static final long serialVersionUID = 1L;

  MissingPartitionException(DataAccessException cause) {
    super(
        "outbox.message has no partition for today. Run SELECT"
            + " outbox.ensure_message_partitions(14) as the migrator or the relay, and see why the"
            + " relay did not.",
        cause);
  }
}
