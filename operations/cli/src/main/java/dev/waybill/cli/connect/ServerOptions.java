package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.Option;

/** Which server to ask over HTTP, and with which token. */
public final class ServerOptions {

  private static final String TOKEN = "WAYBILL_TOKEN";
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
    String token =
        environment
            .find(TOKEN)
            .orElseThrow(
                () ->
                    CommandFailure.of(
                        ExitCode.USAGE,
                        "no token says who you are",
                        "set " + TOKEN + " to a token with the role that this needs"));
    return new Server(base(), token.strip());
  }

  private URI base() {
    try {
      URI uri = new URI(server.strip().replaceAll("/+$", ""));
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw notAUrl();
    }
    throw notAUrl();
  }

  private CommandFailure notAUrl() {
    return CommandFailure.of(
        ExitCode.USAGE, "--server is '" + server + "'", "give it as http://HOST:PORT");
  }
}
