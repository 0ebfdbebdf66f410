package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.startup.StartRefusedException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;

/** The one transaction manager that commits inbox and effects. */
record HandlerTransactionManager(PlatformTransactionManager value) {

  /**
   * The application's only or primary manager. Whether it is the one of the data source is proved
   * before anything is handled.
   *
   * @throws StartRefusedException when there is none, or more than one and none is primary: which
   *     of them commits the effects is not for guessing
   */
  static HandlerTransactionManager of(ObjectProvider<PlatformTransactionManager> candidates) {
    PlatformTransactionManager only = candidates.getIfUnique();
    if (only != null) {
      return new HandlerTransactionManager(only);
    }
    List<PlatformTransactionManager> all = candidates.orderedStream().toList();
    if (all.isEmpty()) {
      throw new StartRefusedException(
          "The application has no transaction manager, and handlers need the one of their effects",
          "Declare none and let Spring Boot make it, or declare one for the data source of the"
              + " effects.");
    }
    throw new StartRefusedException(
        "The application has "
            + all.size()
            + " transaction managers, and none of them is primary: "
            + all.stream()
                .map(manager -> manager.getClass().getSimpleName())
                .sorted()
                .collect(Collectors.joining(", ")),
        "Mark the one of the handlers' effects with @Primary. Where handlers use JPA it is JPA's,"
            + " which commits what they write with JDBC as well.");
  }
}
