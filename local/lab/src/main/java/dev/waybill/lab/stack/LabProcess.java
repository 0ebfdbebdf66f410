package dev.waybill.lab.stack;

import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import java.nio.file.Path;

/** Runs a hidden command of this very program in a process of its own. */
public final class LabProcess {
  private static final String PACKAGED = "-exec.jar";
  private static final String MAIN = "dev.waybill.lab.LabCommand";

  private LabProcess() {}

  /** The packaged program again, or the lab's classes in a test. */
  public static ChildProcessBuilder builder(JvmOptions jvm, String name, String... arguments) {
    return builder(MAIN, jvm, name, arguments);
  }

  /**
   * The packaged program again, or another program of the class path in a test.
   *
   * @param main the program's main class
   */
  public static ChildProcessBuilder builder(
      String main, JvmOptions jvm, String name, String... arguments) {
    String classPath = System.getProperty("java.class.path");
    ChildProcessBuilder builder = ChildProcess.builder(name);
    if (classPath.endsWith(PACKAGED)) {
      builder.jar(UnpackedJar.of(Path.of(classPath)));
    } else {
      builder.mainClass(main, classPath);
    }
    return builder.jvmOptions(jvm.toArray()).arguments(arguments);
  }
}
