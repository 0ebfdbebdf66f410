package dev.waybill.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Writes a failure as what, why and what next, never as a stack trace unless {@code --verbose} is
 * given.
 */
public final class FailureReport implements IExecutionExceptionHandler, IParameterExceptionHandler {

  /** As a shell reports a process that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  private static final String VERBOSE = "--verbose";
  private static final String NO_VERB = "Missing required subcommand";

  private final BooleanSupplier verbose;

  /**
   * @param verbose asked when a failure is reported
   */
  public FailureReport(BooleanSupplier verbose) {
    this.verbose = verbose;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof CancellationException) {
      // Whoever stopped it knows.
      return INTERRUPTED;
    }
    CommandFailure failure = e instanceof CommandFailure known ? known : unexpected(e);
    PrintWriter err = command.getErr();
    err.println("waybill: " + failure.what());
    failure
        .why()
        .ifPresent(why -> err.println("  why:  " + why.strip().replace("\n", "\n        ")));
    err.println("  next: " + failure.next().replace("\n", "\n        "));
    if (verbose.getAsBoolean()) {
      e.printStackTrace(err);
    }
    err.flush();
    return failure.exitCode().code();
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    if (NO_VERB.equals(e.getMessage())) {
      command.usage(err);
      return ExitCode.USAGE.code();
    }
    err.println("waybill: " + e.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(e, err)) {
      err.println("  next: see " + command.getCommandSpec().qualifiedName() + " --help");
    }
    err.flush();
    return ExitCode.USAGE.code();
  }

  private static CommandFailure unexpected(Exception e) {
    return CommandFailure.because(
        ExitCode.FAILURE,
        "this should not have happened",
        e.getClass().getSimpleName() + ": " + e.getMessage(),
        "run it again with " + VERBOSE + " and report what it prints",
        e);
  }
}
