package dev.waybill.lab.effects;

import dev.waybill.lab.stack.SpringProcess;
import picocli.CommandLine.Command;

/** Runs the lab's handler in a process of its own; started by a stack, not by people. */
@Command(name = EffectsCommand.NAME, hidden = true)
public final class EffectsCommand implements Runnable {
  static final String NAME = "effects-handler";

  /** Stays until a signal ends the process. */
  @Override
  public void run() {
    SpringProcess.run(EffectsApplication.class);
  }
}
