package dev.waybill.contract.message;

import java.util.regex.Pattern;

/**
 * Stable name and schema version of a message, for instance {@code activity.completed} version 1.
 * Never a class or method name: those may change with the code, a type may not.
 */
public record MessageType(String name, int version) {

  private static final Pattern NAME =
      Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*(\\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+");

  /**
   * @throws IllegalArgumentException when the name is not lower-case words joined by dots, or the
   *     version is below 1
   */
  public MessageType {
    requireName(name);
    if (version < 1) {
      throw new IllegalArgumentException("version of " + name + " is " + version + ", below 1");
    }
  }

  /**
   * Returns the name when it is well formed.
   *
   * @throws IllegalArgumentException when it is not
   */
  public static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "type name '"
              + name
              + "' is not lower-case words joined by dots, such as activity.completed");
    }
    return name;
  }

  @Override
  public String toString() {
    return name + " v" + version;
  }
}
