package dev.waybill.local.kafka;

import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A broker as a process of its own, which can be killed and frozen. Unlike in {@link LocalKafka}, a
 * fatal error of Kafka ends the process. Arguments, in this order: data folder, port, then broker
 * settings as {@code name=value}.
 */
public final class LocalKafkaMain {
  /** Found in the line that is printed when clients may come. */
  public static final Pattern READY = Pattern.compile("^kafka ready on 127\\.0\\.0\\.1:\\d+$");

  private LocalKafkaMain() {}

  /** Runs a broker until the process is asked to end. */
  public static void main(String[] arguments) {
    LocalKafkaBuilder builder =
        LocalKafka.builder().directory(Path.of(arguments[0])).port(Integer.parseInt(arguments[1]));
    for (String setting : List.of(arguments).subList(2, arguments.length)) {
      int equals = setting.indexOf('=');
      builder.setting(setting.substring(0, equals), setting.substring(equals + 1));
    }
    Locale.setDefault(Locale.ROOT);
    Broker broker = builder.broker();
    broker.start();
    Runtime.getRuntime().addShutdownHook(new Thread(broker::stop, "kafka-stop"));
    System.out.println("kafka ready on 127.0.0.1:" + broker.port());
    broker.awaitEnd();
  }

  /**
   * Describes such a process on the class path of this JVM; start it, then await {@link #READY}.
   * The heap is bounded, since everything runs on one machine.
   */
  public static ChildProcessBuilder process(Path folder, int port) {
    return ChildProcess.builder("kafka")
        .mainClass(LocalKafkaMain.class)
        .jvmOptions("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
        .logFile(folder.resolve("kafka.log"))
        .arguments(folder.toString(), Integer.toString(port));
  }
}
