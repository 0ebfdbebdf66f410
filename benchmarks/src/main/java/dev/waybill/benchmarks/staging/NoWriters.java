package dev.waybill.benchmarks.staging;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/**
 * Keeps the outbox starter from configuring itself in the handlers and listeners that benchmarks
 * run from the same jar: none of them is a writer, and it would ask their databases for an outbox.
 */
final class NoWriters implements AutoConfigurationImportFilter {

  private static final String STARTER = "dev.waybill.outbox.";

  @Override
  public boolean[] match(String[] configurations, AutoConfigurationMetadata metadata) {
    boolean[] kept = new boolean[configurations.length];
    for (int i = 0; i < configurations.length; i++) {
      kept[i] = configurations[i] == null || !configurations[i].startsWith(STARTER);
    }
    return kept;
  }
}
