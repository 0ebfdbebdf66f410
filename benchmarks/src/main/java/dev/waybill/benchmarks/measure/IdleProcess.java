package dev.waybill.benchmarks.measure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How much processor time a process takes while nothing is asked of it. */
public record IdleProcess(long pid) {

  /**
   * Looks at it for so long and tells its processor time by that time: 1 is one core.
   *
   * @throws IllegalStateException when the system does not tell
   */
  public double shareOfOneCore(Duration time) throws InterruptedException {
    long from = System.nanoTime();
    long before = cpuNanos();
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
    long used = cpuNanos() - before;
    return (double) used / Math.max(1, System.nanoTime() - from);
  }

  private long cpuNanos() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("no processor time of process " + pid))
        .toNanos();
  }
}
