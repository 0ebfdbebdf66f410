package dev.waybill.lab.stack;

import dev.waybill.local.kafka.LocalKafkaMain;
import dev.waybill.local.process.ChildProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the broker of a stack in a process of its own; started by the stack, not by people. */
@Command(name = BrokerCommand.NAME, hidden = true)
public final class BrokerCommand implements Runnable {
  static final String NAME = "broker";

  @Parameters private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    LocalKafkaMain.main(arguments.toArray(String[]::new));
  }

  static ChildProcess start(JvmOptions jvm, Path data, int port, Path log) {
    return LabProcess.builder(jvm, "kafka", NAME, data.toString(), Integer.toString(port))
        .logFile(log)
        .start();
  }
}
