package dev.waybill.lab.stack;

import dev.waybill.local.process.ChildProcessBuilder;
import java.util.List;
import java.util.stream.Stream;

/** Options that the JVMs of a stack are run with. */
public record JvmOptions(List<String> values) {
  /** A quick start on few cores is worth more here than the last bit of speed. */
  public static final JvmOptions QUICK_START =
      new JvmOptions(
          Stream.concat(Stream.of("-Xmx512m"), ChildProcessBuilder.QUICK_START.stream()).toList());

  /** Values are copied. */
  public JvmOptions {
    values = List.copyOf(values);
  }

  String[] toArray() {
    return values.toArray(String[]::new);
  }
}
