package dev.waybill.cli.connect;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The services of all handlers, each by one of its instances. */
public final class HandlerServersOption {

  private static final Server.Peer SERVICE =
      new Server.Peer("--handler-server", "a service with handlers", "");

  @Option(
      names = "--handler-server",
      paramLabel = "URL",
      split = ",",
      description =
          "An instance of a service with handlers, as http://HOST:PORT; repeat it for each service."
              + " Default: $WAYBILL_HANDLER_SERVER. The token is read from $WAYBILL_TOKEN.")
  private List<String> servers = new ArrayList<>();

  /**
   * A client for each; none when none is named.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when a URL is none, or no token is set
   */
  public List<Server> connect(Environment environment) {
    return servers.stream().map(server -> Address.connect(environment, server, SERVICE)).toList();
  }
}
