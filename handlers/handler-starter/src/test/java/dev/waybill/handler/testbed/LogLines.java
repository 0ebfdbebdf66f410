package dev.waybill.handler.testbed;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What Waybill logs while this is open; what its libraries log depends on the machine. */
public final class LogLines implements AutoCloseable {

  private final Logger logger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  public LogLines() {
    appender.start();
    logger.addAppender(appender);
  }

  /** Formatted messages of a level or above. */
  public List<String> atLeast(Level level) {
    return List.copyOf(appender.list).stream()
        .filter(event -> event.getLoggerName().startsWith("dev.waybill."))
        .filter(event -> event.getLevel().isGreaterOrEqual(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
