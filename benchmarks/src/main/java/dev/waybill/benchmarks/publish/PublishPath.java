package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.measure.Schedule;
import java.util.List;

/** A way for a message to reach its topics. */
interface PublishPath {

  /** What it is called in the report. */
  String name();

  /** The topics on which each message arrives. */
  List<String> topics();

  /** Publishes every message of a schedule and notes when each was committed. */
  void publish(Schedule schedule, Messages messages, Times times) throws Exception;

  /** Makes the message of a number. */
  interface Messages {
    BenchMessage of(int index);
  }
}
