package dev.waybill.local.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TcpProxyTest {
  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Threads.start("echo", this::serve);
    proxy = TcpProxy.to("127.0.0.1", echo.getLocalPort());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void forwardsInBothDirectionsUntilBothSidesAreDone() throws IOException {
    try (Socket client = connect()) {
      client.getOutputStream().write(new byte[] {1, 2, 3});
      client.shutdownOutput();
      assertThat(client.getInputStream().readAllBytes()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void holdsBytesBackInTheBlackHoleAndLosesNone() throws IOException {
    try (Socket client = connect()) {
      assertThat(roundTrip(client, 1)).isEqualTo(1);
      proxy.blackHole();
      client.getOutputStream().write(2);
      client.setSoTimeout(200);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      proxy.heal();
      client.setSoTimeout(0);
      assertThat(client.getInputStream().read()).isEqualTo(2);
    }
  }

  @Test
  void acceptsNewConnectionsInTheBlackHole() throws IOException {
    proxy.blackHole();
    try (Socket client = connect()) {
      client.getOutputStream().write(1);
      client.setSoTimeout(200);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      proxy.heal();
      assertThat(client.getInputStream().read()).isEqualTo(1);
    }
  }

  @Test
  void resetsPresentConnectionsOnly() throws IOException {
    try (Socket client = connect()) {
      assertThat(roundTrip(client, 1)).isEqualTo(1);
      proxy.reset();
      assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    }
    try (Socket next = connect()) {
      assertThat(roundTrip(next, 2)).isEqualTo(2);
    }
  }

  @Test
  void delaysEachDirection() throws IOException {
    proxy.delay(Duration.ofMillis(100));
    try (Socket client = connect()) {
      long start = System.nanoTime();
      assertThat(roundTrip(client, 1)).isEqualTo(1);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(200));
    }
  }

  @Test
  void refusesConnectionsWhenTheServerDoes() throws IOException {
    // Bound and not listening: nobody is given the port, and nobody answers at it.
    try (Socket nobody = new Socket()) {
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (TcpProxy refused = TcpProxy.to("127.0.0.1", nobody.getLocalPort());
          Socket client = new Socket(InetAddress.getLoopbackAddress(), refused.port())) {
        assertThatThrownBy(() -> readOrFail(client)).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void tellsFreeFromTakenPorts() {
    assertThat(Ports.isTaken(proxy.port())).isTrue();
    assertThat(Ports.isTaken(Ports.free())).isFalse();
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  private static int roundTrip(Socket client, int value) throws IOException {
    client.getOutputStream().write(value);
    return client.getInputStream().read();
  }

  private static void readOrFail(Socket client) throws IOException {
    if (client.getInputStream().read() < 0) {
      throw new IOException("closed");
    }
  }

  private void serve() {
    while (!echo.isClosed()) {
      try {
        Socket client = echo.accept();
        Threads.start("echo-client", () -> echo(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void echo(Socket client) {
    try (client) {
      client.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException e) {
      // The proxy broke the connection, as it was told to.
      return;
    }
  }
}
