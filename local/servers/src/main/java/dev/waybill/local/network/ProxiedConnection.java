package dev.waybill.local.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One client's connection and the one to the server that belongs to it. */
final class ProxiedConnection {
  private final Socket client;
  private final Socket server = new Socket();
  private final Weather weather;

  ProxiedConnection(Socket client, Weather weather) {
    this.client = client;
    this.weather = weather;
  }

  /** Connects to {@code target} and forwards in both directions until both are finished. */
  void run(InetSocketAddress target) {
    try {
      weather.pass();
      server.connect(target);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread answers = Threads.start("tcp-proxy-answers", () -> pump(server, client));
      pump(client, server);
      answers.join();
    } catch (IOException e) {
      reset();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closeQuietly(client);
      closeQuietly(server);
    }
  }

  /** Closes both sockets so that the peers see a reset, not an orderly end. */
  void reset() {
    abort(client);
    abort(server);
  }

  private void pump(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[16 * 1024];
      int count = in.read(buffer);
      while (count >= 0) {
        weather.pass();
        out.write(buffer, 0, count);
        count = in.read(buffer);
      }
      weather.pass();
      to.shutdownOutput();
    } catch (IOException e) {
      // One side broke the connection: so does the proxy on the other side.
      reset();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void abort(Socket socket) {
    try {
      if (!socket.isClosed()) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // Closed in the meantime: nothing left to abort.
      return;
    } finally {
      closeQuietly(socket);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket counts as closed in any case.
      return;
    }
  }
}
