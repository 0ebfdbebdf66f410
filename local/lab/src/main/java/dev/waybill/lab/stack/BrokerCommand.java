package dev.waybill.lab.stack;

import dev.waybill.local.kafka.LocalKafkaMain;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the broker of a stack in a process of its own; started by the stack, not by people. */
@Command(name = "broker", hidden = true)
public final class BrokerCommand implements Runnable {
  @Parameters private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    LocalKafkaMain.main(arguments.toArray(String[]::new));
  }

  /** The process that runs this command: the packaged lab again, or its classes in a test. */
  static ChildProcess start(Path data, int port, Path log) {
    String classPath = System.getProperty("java.class.path");
    ChildProcessBuilder builder = ChildProcess.builder("kafka");
    if (classPath.endsWith("-exec.jar")) {
      builder.jar(Path.of(classPath));
    } else {
      builder.mainClass("dev.waybill.lab.LabCommand", classPath);
    }
    return builder
        .jvmOptions("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
        .arguments("broker", data.toString(), Integer.toString(port))
        .logFile(log)
        .start();
  }
}
