package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.commit.BenchMessage;

/** Tells nobody. */
final class Unstaged implements Contender {

  static final String NAME = "unstaged";

  @Override
  public String contender() {
    return NAME;
  }

  @Override
  public void tell(BenchMessage message) {}

  @Override
  public String table() {
    return "";
  }

  @Override
  public boolean settle() {
    return true;
  }

  @Override
  public void close() {}
}
