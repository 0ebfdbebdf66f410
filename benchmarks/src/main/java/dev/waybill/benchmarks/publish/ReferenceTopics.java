package dev.waybill.benchmarks.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** As many topics for the reference as the relay has, laid out like those. */
record ReferenceTopics(List<String> names) {

  private static final int PARTITIONS = 3;

  static ReferenceTopics create(String bootstrapServers, int count)
      throws InterruptedException, ExecutionException {
    List<String> names = new ArrayList<>();
    // Another benchmark may have run on the same stack.
    String prefix = "bench.reference." + Long.toHexString(System.nanoTime()) + ".";
    for (int i = 1; i <= count; i++) {
      names.add(prefix + i);
    }
    List<NewTopic> topics =
        names.stream().map(name -> new NewTopic(name, PARTITIONS, (short) 1)).toList();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(topics).all().get();
    }
    return new ReferenceTopics(List.copyOf(names));
  }
}
