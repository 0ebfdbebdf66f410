package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.CommitLoad;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import java.util.List;
import java.util.function.IntFunction;

/** One transaction per message in the writer's database; the relay does the rest. */
final class RelayPath implements PublishPath {

  private final CommitLoad load;
  private final List<String> topics;

  RelayPath(CommitLoad load, List<String> topics) {
    this.load = load;
    this.topics = List.copyOf(topics);
  }

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public List<String> topics() {
    return topics;
  }

  @Override
  public void publish(Schedule schedule, IntFunction<BenchMessage> messages, Times times)
      throws Exception {
    load.run(schedule, messages, times);
  }
}
