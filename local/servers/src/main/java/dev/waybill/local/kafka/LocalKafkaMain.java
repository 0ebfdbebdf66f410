package dev.waybill.local.kafka;

import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A broker as a process of its own, which can be killed and frozen. Unlike in {@link LocalKafka}, a
 * fatal error of Kafka ends the process. Arguments, in this order: data folder, port, then {@code
 * link=PORT:ADVERTISED} for each {@link LocalKafkaBuilder#link}, and broker settings as {@code
 * name=value}.
 */
public final class LocalKafkaMain {
  /** Found in the line that is printed when clients may come. */
  public static final Pattern READY = Pattern.compile("^kafka ready on 127\\.0\\.0\\.1:\\d+$");

  private static final String LINK = "link";

  private LocalKafkaMain() {}

  /** The argument for one {@link LocalKafkaBuilder#link}. */
  public static String link(int proxied, int advertised) {
    return "%s=%d:%d".formatted(LINK, proxied, advertised);
  }

  /** Runs a broker until the process is asked to end. */
  public static void main(String[] arguments) {
    LocalKafkaBuilder builder =
        LocalKafka.builder().directory(Path.of(arguments[0])).port(Integer.parseInt(arguments[1]));
    for (String setting : List.of(arguments).subList(2, arguments.length)) {
      int equals = setting.indexOf('=');
      String name = setting.substring(0, equals);
      String value = setting.substring(equals + 1);
      if (name.equals(LINK)) {
        int colon = value.indexOf(':');
        builder.link(
            Integer.parseInt(value.substring(0, colon)),
            Integer.parseInt(value.substring(colon + 1)));
      } else {
        builder.setting(name, value);
      }
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
