package dev.waybill.lab.stack;

import java.util.List;

/** Options that the JVMs of a stack are run with. */
public record JvmOptions(List<String> values) {
  /** A quick start on few cores is worth more here than the last bit of speed. */
  public static final JvmOptions QUICK_START =
      new JvmOptions(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

  /** Values are copied. */
  public JvmOptions {
    values = List.copyOf(values);
  }

  String[] toArray() {
    return values.toArray(String[]::new);
  }
}
