package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.net.URI;
import java.net.URISyntaxException;

/** Takes the address of a server, and the token, from what was given. */
final class Address {

  private static final String TOKEN = "WAYBILL_TOKEN";

  private Address() {}

  /**
   * A client for a server.
   *
   * @throws CommandFailure when the address is none, or no token is set
   */
  static Server connect(Environment environment, String address, Server.Peer peer) {
    String token =
        environment
            .find(TOKEN)
            .orElseThrow(
                () ->
                    CommandFailure.of(
                        ExitCode.USAGE,
                        "no token says who you are",
                        "set " + TOKEN + " to a token with the role that this needs"));
    return new Server(base(address, peer), token.strip(), peer);
  }

  private static URI base(String address, Server.Peer peer) {
    try {
      URI uri = new URI(address.strip().replaceAll("/+$", ""));
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw notAUrl(address, peer);
    }
    throw notAUrl(address, peer);
  }

  private static CommandFailure notAUrl(String address, Server.Peer peer) {
    return CommandFailure.of(
        ExitCode.USAGE, peer.option() + " is '" + address + "'", "give it as http://HOST:PORT");
  }
}
