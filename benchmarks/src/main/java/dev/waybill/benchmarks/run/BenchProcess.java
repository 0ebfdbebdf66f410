package dev.waybill.benchmarks.run;

import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.LabProcess;
import dev.waybill.local.process.ChildProcessBuilder;

/** Runs a hidden command of the benchmarks in a process of its own. */
public final class BenchProcess {

  private static final String MAIN = "dev.waybill.benchmarks.BenchCommand";

  private BenchProcess() {}

  /** This very program again. */
  public static ChildProcessBuilder builder(JvmOptions jvm, String command, String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = command;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return LabProcess.builder(MAIN, jvm, command, all);
  }
}
