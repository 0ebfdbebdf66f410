package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.Random;

/** A way of writing to the outbox; one call is one transaction, or a step of several. */
interface Shape {
  /**
   * Writes something and ends the transaction, or leaves it open for the next call.
   *
   * @return how many messages were written
   * @throws SQLException when the server refused; the caller then rolls everything back
   */
  int write(Random random) throws SQLException;

  /** Ends what is open: commits it, or after a failure rolls it back. */
  void end(boolean failed) throws SQLException;
}
