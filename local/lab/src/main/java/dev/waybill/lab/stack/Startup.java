package dev.waybill.lab.stack;

import java.nio.file.Path;

/** Told of what becomes of a stack. May be called from several threads. */
public interface Startup {
  /**
   * A part is up.
   *
   * @param millis how long after the start of the first part
   */
  void up(String part, String where, long millis);

  /** Everything is being stopped, which may take some seconds. */
  void stopping();

  /**
   * Everything has ended.
   *
   * @param data the folder of the data and logs that stay
   */
  void stopped(Path data);
}
