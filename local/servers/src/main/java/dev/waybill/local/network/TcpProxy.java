package dev.waybill.local.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A loopback proxy in front of a server, for faults of the network between two processes. Safe for
 * use from several threads; each connection costs three threads.
 */
public final class TcpProxy implements AutoCloseable {
  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final Weather weather = new Weather();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

  private TcpProxy(InetSocketAddress target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  /** Starts a proxy for {@code host:port} on a free port. */
  public static TcpProxy to(String host, int port) {
    try {
      ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      TcpProxy proxy = new TcpProxy(new InetSocketAddress(host, port), listener);
      Threads.start("tcp-proxy-" + listener.getLocalPort(), proxy::acceptAll);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on loopback", e);
    }
  }

  /** The port to connect to instead of the server's. */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * From now on nothing passes: connections stay open, new ones are accepted, no byte is forwarded
   * and none is lost. What was held back goes on with {@link #heal()}.
   */
  public void blackHole() {
    weather.hold();
  }

  /** Breaks every connection with a TCP reset. New connections work as before. */
  public void reset() {
    connections.forEach(ProxiedConnection::reset);
  }

  /** From now on every chunk waits this long before it is forwarded, in both directions. */
  public void delay(Duration duration) {
    weather.delay(duration);
  }

  /** Ends the black hole and the delay. */
  public void heal() {
    weather.clear();
  }

  /** Stops listening and breaks every connection. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the proxy on port " + port(), e);
    } finally {
      reset();
      heal();
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Threads.start("tcp-proxy-connect-" + port(), () -> connect(client));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException("the proxy on port " + port() + " broke", e);
        }
      }
    }
  }

  private void connect(Socket client) {
    ProxiedConnection connection = new ProxiedConnection(client, weather);
    connections.add(connection);
    connection.run(target);
    connections.remove(connection);
  }
}
