package dev.waybill.lab.stack;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** A handler that a stack runs: a process of its own, on a database of its own or the writer's. */
public interface HandlerPlan {
  /**
   * What it is called, also as its log and its subscription file, and its database if it has one.
   */
  String name();

  /** As whom it connects: the role of handlers to its own database, that of writers to theirs. */
  default Role role() {
    return Role.HANDLER;
  }

  /** Whether it needs a mail server. */
  default boolean sendsMails() {
    return false;
  }

  /** The text of its subscription file, if the checkout has none for it. */
  default Optional<String> subscription() {
    return Optional.empty();
  }

  /**
   * Prepares what its process does not make itself. Repeatable.
   *
   * @param migrator the database, as its owner
   */
  default void prepare(DataSource migrator) throws SQLException {}

  /** Its process, not yet started. */
  Service service(Site site);

  /**
   * What a handler's process has to know.
   *
   * @param jdbcUrl its database
   * @param role as whom it connects
   * @param publicKey whose tokens to trust
   * @param log where its output goes
   * @param jvm how its JVM is run
   */
  record Site(
      String jdbcUrl,
      Role role,
      String bootstrapServers,
      Path publicKey,
      StackPorts ports,
      Path log,
      JvmOptions jvm) {

    /**
     * The handler starter's settings and others, for the variable {@code SPRING_APPLICATION_JSON}.
     */
    public String settings(Map<String, String> others) {
      Map<String, String> settings = ServiceSettings.handler(this);
      settings.putAll(others);
      return ServiceSettings.json(settings);
    }
  }
}
