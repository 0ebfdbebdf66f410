package dev.waybill.benchmarks.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Topics of a benchmark's own, laid out like those of handlers, that nobody has written to. */
public record FreshTopics(List<String> names) {

  /** Partitions of each. */
  public static final int PARTITIONS = 3;

  /** Names are copied. */
  public FreshTopics {
    names = List.copyOf(names);
  }

  /**
   * Makes them.
   *
   * @param purpose part of their names
   */
  public static FreshTopics create(String bootstrapServers, String purpose, int count)
      throws InterruptedException, ExecutionException {
    List<String> names = new ArrayList<>();
    // Another benchmark may have run on the same stack.
    String prefix = "bench." + purpose + "." + Long.toHexString(System.nanoTime()) + ".";
    for (int i = 1; i <= count; i++) {
      names.add(prefix + i);
    }
    List<NewTopic> topics =
        names.stream().map(name -> new NewTopic(name, PARTITIONS, (short) 1)).toList();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(topics).all().get();
    }
    return new FreshTopics(names);
  }
}
