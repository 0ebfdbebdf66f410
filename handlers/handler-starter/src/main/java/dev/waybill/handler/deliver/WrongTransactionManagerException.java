package dev.waybill.handler.deliver;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The transaction manager does not govern the handlers' data source. Inbox rows would commit and
 * effects would not, so nothing is handled.
 */
final class WrongTransactionManagerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  WrongTransactionManagerException(PlatformTransactionManager manager, @Nullable Throwable cause) {
    super(
        "the transaction manager ("
            + manager.getClass().getSimpleName()
            + ") does not govern the data source that holds the inbox. Make the one of that data"
            + " source @Primary, or the only one",
        cause);
  }
}
