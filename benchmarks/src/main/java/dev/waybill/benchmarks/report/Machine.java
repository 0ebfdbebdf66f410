package dev.waybill.benchmarks.report;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/**
 * Where a run took place; figures of different machines are not compared, ratios may be.
 *
 * @param load the one-minute load average before the run, negative where unknown; on a busy machine
 *     no figure counts
 */
public record Machine(
    String system,
    String architecture,
    int processors,
    long memoryMegabytes,
    String java,
    double load) {

  /** This machine, now. */
  public static Machine here() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    long memory =
        system instanceof com.sun.management.OperatingSystemMXBean extended
            ? extended.getTotalMemorySize() >> 20
            : -1;
    return new Machine(
        system.getName() + " " + system.getVersion(),
        system.getArch(),
        system.getAvailableProcessors(),
        memory,
        System.getProperty("java.runtime.version", "unknown"),
        system.getSystemLoadAverage());
  }
}
