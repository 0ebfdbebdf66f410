package dev.waybill.local.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds out about TCP ports of the loopback interface. */
public final class Ports {
  private Ports() {}

  /** A port that was free a moment ago. Another process may take it before the caller does. */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on loopback", e);
    }
  }

  /** Whether somebody else listens on {@code port}. */
  public static boolean isTaken(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // Connections of an earlier run that linger in TIME_WAIT do not count.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
