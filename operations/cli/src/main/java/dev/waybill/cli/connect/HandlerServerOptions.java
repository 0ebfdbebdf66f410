package dev.waybill.cli.connect;

import picocli.CommandLine.Option;

/** Which service's handlers to ask over HTTP, and with which token. */
public final class HandlerServerOptions {

  private static final Server.Peer SERVICE =
      new Server.Peer("--handler-server", "the service with the handler", "");

  private static final String USUAL = "http://127.0.0.1:8100";

  @Option(
      names = "--handler-server",
      paramLabel = "URL",
      description =
          "An instance of the service with the handlers, as http://HOST:PORT; each service knows"
              + " its own handlers. Default: $WAYBILL_HANDLER_SERVER, or ${DEFAULT-VALUE}."
              + " The token is read from $WAYBILL_TOKEN.",
      defaultValue = USUAL)
  private String server = USUAL;

  /**
   * A client for it.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when the URL is none, or no token is set
   */
  public Server connect(Environment environment) {
    return Address.connect(environment, server, SERVICE);
  }
}
