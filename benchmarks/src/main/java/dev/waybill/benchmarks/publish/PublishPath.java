package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import java.util.List;
import java.util.function.IntFunction;

/** A way for a message to reach its topics. */
interface PublishPath {

  /** What it is called in the report. */
  String name();

  /** The topics on which each message arrives. */
  List<String> topics();

  /** Publishes every message of a schedule and notes when each was committed. */
  void publish(Schedule schedule, IntFunction<BenchMessage> messages, Times times) throws Exception;
}
