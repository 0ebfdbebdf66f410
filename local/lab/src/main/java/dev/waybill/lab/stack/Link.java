package dev.waybill.lab.stack;

import dev.waybill.local.network.TcpProxy;

/**
 * The way from one process to one server, which can be cut: while it is, connections stay open and
 * no byte passes. Cuts may overlap; bytes pass again when the last has ended. Safe for use from
 * several threads.
 */
public final class Link implements AutoCloseable {
  private final TcpProxy proxy;
  private int cuts;

  Link(int serverPort) {
    this.proxy = TcpProxy.to("127.0.0.1", serverPort);
  }

  int port() {
    return proxy.port();
  }

  /** Lets nothing pass until the answer is closed, which must be done once. */
  public synchronized Cut cut() {
    cuts++;
    proxy.blackHole();
    return this::mend;
  }

  /** Breaks every connection; new ones work. */
  public void reset() {
    proxy.reset();
  }

  private synchronized void mend() {
    cuts--;
    if (cuts == 0) {
      proxy.heal();
    }
  }

  @Override
  public void close() {
    proxy.close();
  }

  /** A cut that ends when it is closed. */
  public interface Cut extends AutoCloseable {
    @Override
    void close();
  }
}
