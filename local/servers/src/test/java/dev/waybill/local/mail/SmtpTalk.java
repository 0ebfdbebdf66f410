package dev.waybill.local.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client that says what a good one would not. */
final class SmtpTalk implements AutoCloseable {
  private static final String LINE = "EHLO " + "x".repeat(1_000) + "\r\n";

  private final Socket socket;
  private final BufferedReader answers;
  private final OutputStream lines;

  SmtpTalk(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    answers =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    lines = socket.getOutputStream();
  }

  /** Says everything up to the text of a mail. */
  void begin() throws IOException {
    answer();
    for (String line :
        new String[] {
          "HELO localhost", "MAIL FROM:<a@example.org>", "RCPT TO:<b@example.org>", "DATA"
        }) {
      send(line);
      answer();
    }
  }

  void send(String line) throws IOException {
    lines.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends lines that look like commands, until there are so many bytes. */
  void sendText(int bytes) throws IOException {
    byte[] line = LINE.getBytes(StandardCharsets.US_ASCII);
    for (long sent = 0; sent < bytes; sent += line.length) {
      lines.write(line);
    }
  }

  /** The next line; null when the server has hung up. */
  @Nullable String answer() throws IOException {
    return answers.readLine();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
