package dev.waybill.lab.stack;

import dev.waybill.local.kafka.LocalKafkaMain;
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

  /** The broker as a part of a stack, not yet started. */
  static Service service(JvmOptions jvm, Path data, int port, List<RelayLinks> links, Path log) {
    List<String> arguments = new ArrayList<>(List.of(NAME, data.toString(), String.valueOf(port)));
    links.forEach(link -> arguments.add(link.brokerArgument()));
    String[] line = arguments.toArray(String[]::new);
    return new Service(
        "kafka",
        "127.0.0.1:" + port,
        log,
        () -> LabProcess.builder(jvm, "kafka", line).logFile(log).start(),
        (process, timeout) -> process.awaitLine(LocalKafkaMain.READY, timeout));
  }
}
