package dev.waybill.benchmarks.listener;

import dev.waybill.lab.stack.SpringProcess;
import picocli.CommandLine.Command;

/** Runs the plain listener in a process of its own; started by a benchmark, not by people. */
@Command(name = PlainListenerCommand.NAME, hidden = true)
public final class PlainListenerCommand implements Runnable {

  static final String NAME = "plain-listener";

  /** Stays until a signal ends the process. */
  @Override
  public void run() {
    SpringProcess.run(PlainListenerApplication.class);
  }
}
