package dev.waybill.lab.stack;

/** Runs work on a stack that is stopped afterwards, however the work or the process ends. */
public final class StackRunner {
  private StackRunner() {}

  /**
   * Starts a stack, works on it, and stops it.
   *
   * @throws StackClosedException when it was stopped from outside in the meantime, with Ctrl-C
   */
  public static <T> T run(StackSettings settings, Startup startup, Work<T> work) throws Exception {
    Stack stack = new Stack(settings, startup);
    Thread onSignal = new Thread(stack::close, "stop-stack");
    Runtime.getRuntime().addShutdownHook(onSignal);
    try {
      stack.start();
      return work.on(stack);
    } catch (Exception e) {
      // What fails because everything is being stopped is no news.
      throw stack.isClosed() ? new StackClosedException(e) : e;
    } finally {
      stack.close();
      forget(onSignal);
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is already ending, and the hook is what ends the stack.
      return;
    }
  }

  /** What is done on a running stack. */
  public interface Work<T> {
    /** Does it. */
    T on(Stack stack) throws Exception;
  }
}
