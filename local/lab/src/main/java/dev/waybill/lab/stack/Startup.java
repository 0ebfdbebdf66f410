package dev.waybill.lab.stack;

/** Told of each part of a stack as it comes up. */
public interface Startup {
  /**
   * A part is up.
   *
   * @param millis how long after the start of the first part
   */
  void up(String part, String where, long millis);
}
