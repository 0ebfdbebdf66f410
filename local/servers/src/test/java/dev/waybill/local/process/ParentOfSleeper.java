package dev.waybill.local.process;

import java.time.Duration;

/** A program that has a child and would wait for it for a long time. */
final class ParentOfSleeper {
  private ParentOfSleeper() {}

  public static void main(String[] arguments) {
    ChildProcess child = ChildProcess.builder("sleeper").command("sleep", "600").start();
    System.out.println("child " + child.pid());
    child.awaitExit(Duration.ofMinutes(10));
  }
}
