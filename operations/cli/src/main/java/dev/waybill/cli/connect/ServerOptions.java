package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.CommandFailure;
import picocli.CommandLine.Option;

/** Which server to ask over HTTP, and with which token. */
public final class ServerOptions {

  private static final Server.Peer RELAY =
      new Server.Peer("--server", "the relay", "; waybill relay status needs none");
  private static final String USUAL = "http://127.0.0.1:8090";

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "A process of the relay, as http://HOST:PORT. Default: $WAYBILL_SERVER, or ${DEFAULT-VALUE}."
              + " The token is read from $WAYBILL_TOKEN.",
      defaultValue = USUAL)
  private String server = USUAL;

  /**
   * A client for it.
   *
   * @throws CommandFailure when the URL is none, or no token is set
   */
  public Server connect(Environment environment) {
    return Address.connect(environment, server, RELAY);
  }
}
