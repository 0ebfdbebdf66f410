package dev.waybill.notification.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Accepts connections, and takes no mail over any. */
public final class UselessMailServer implements AutoCloseable {

  private final ServerSocket listening;
  private final Manner manner;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private UselessMailServer(ServerSocket listening, Manner manner) {
    this.listening = listening;
    this.manner = manner;
  }

  /** How it is of no use. */
  public enum Manner {
    /** Says nothing at all. */
    SILENT,
    /** Greets line by line, and never comes to the end of it: no wait for an answer is long. */
    TALKING,
    /** Says that it is about to close, and does (RFC 5321, 3.8). */
    CLOSING
  }

  /** Starts it; 0 takes a free port. */
  public static UselessMailServer start(int port, Manner manner) {
    try {
      UselessMailServer started =
          new UselessMailServer(
              new ServerSocket(port, 50, InetAddress.getLoopbackAddress()), manner);
      started.threads.execute(started::accept);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** How many connections there were. */
  public int accepted() {
    return accepted.get();
  }

  /** How many connections there are; one that the other side closed is noticed by a talking one. */
  public int open() {
    return open.size();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : open) {
        socket.close();
      }
      threads.shutdownNow();
      threads.awaitTermination(5, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        accepted.incrementAndGet();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      OutputStream out = socket.getOutputStream();
      switch (manner) {
        case CLOSING -> say(out, "421 4.3.2 closing");
        case TALKING -> {
          while (!Thread.currentThread().isInterrupted()) {
            say(out, "220-wait");
            TimeUnit.MILLISECONDS.sleep(20);
          }
        }
        case SILENT -> socket.getInputStream().readAllBytes();
      }
    } catch (IOException e) {
      // The other side hung up.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
