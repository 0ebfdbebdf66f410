package dev.waybill.handler.deliver;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The transaction manager does not govern what the handlers write with. Inbox rows would commit and
 * effects would not, so nothing is handled.
 */
final class WrongTransactionManagerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private WrongTransactionManagerException(
      PlatformTransactionManager manager, String what, @Nullable Throwable cause) {
    super(
        "the transaction manager ("
            + manager.getClass().getSimpleName()
            + ") does not govern "
            + what
            + " @Primary, or the only one",
        cause);
  }

  static WrongTransactionManagerException ofInbox(
      PlatformTransactionManager manager, @Nullable Throwable cause) {
    return new WrongTransactionManagerException(
        manager, "the data source that holds the inbox. Make the one of that data source", cause);
  }

  static WrongTransactionManagerException ofJpa(
      PlatformTransactionManager manager, Throwable cause) {
    return new WrongTransactionManagerException(
        manager, "what a handler used JPA for, which would be lost. Make JPA's", cause);
  }
}
