package dev.waybill.notification.testbed;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.server.SMTPServer;

/** A mail server on loopback that keeps what it takes, and refuses what it is told to refuse. */
public final class TestMailServer implements AutoCloseable {

  /** Refuses until told otherwise. */
  public static final int ALWAYS = Integer.MAX_VALUE;

  private final SMTPServer server;
  private final List<Received> mails = new CopyOnWriteArrayList<>();
  private final Map<String, Refusal> senders = new ConcurrentHashMap<>();
  private final Map<String, Refusal> recipients = new ConcurrentHashMap<>();
  private final Map<String, Refusal> contents = new ConcurrentHashMap<>();

  private TestMailServer(int port) {
    this.server =
        SMTPServer.port(port)
            .bindAddress(InetAddress.getLoopbackAddress())
            .messageHandlerFactory(context -> new Dialogue())
            .build();
  }

  /** Starts it; 0 takes a free port. */
  public static TestMailServer start(int port) {
    TestMailServer started = new TestMailServer(port);
    started.server.start();
    return started;
  }

  public int port() {
    return server.getPortAllocated();
  }

  /** A mail that was taken. */
  public record Received(String sender, String recipient, MimeMessage message) {

    public String header(String name) {
      try {
        String[] values = message.getHeader(name);
        return values == null ? "" : String.join("|", values);
      } catch (MessagingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private record Refusal(int code, String text, int times) {}

  public List<Received> mails() {
    return List.copyOf(mails);
  }

  /** What was taken with this Message-ID. */
  public List<Received> mails(String id) {
    return mails.stream().filter(mail -> mail.header("Message-ID").equals(id)).toList();
  }

  public void refuseSender(String address, int code, String text) {
    senders.put(address, new Refusal(code, text, ALWAYS));
  }

  public void refuseRecipient(String address, int code, String text, int times) {
    recipients.put(address, new Refusal(code, text, times));
  }

  /** Refuses a recipient's mails when it has all of their text. */
  public void refuseMailTo(String address, int code, String text) {
    contents.put(address, new Refusal(code, text, ALWAYS));
  }

  @Override
  public void close() {
    server.stop();
  }

  private static void refuse(Map<String, Refusal> refusals, String address) throws RejectException {
    Refusal refusal = refusals.get(address);
    if (refusal == null) {
      return;
    }
    if (refusal.times() <= 1) {
      refusals.remove(address);
    } else if (refusal.times() != ALWAYS) {
      refusals.put(address, new Refusal(refusal.code(), refusal.text(), refusal.times() - 1));
    }
    throw new RejectException(refusal.code(), refusal.text());
  }

  /** What is said over one connection about one mail. */
  private final class Dialogue implements MessageHandler {

    private String sender = "";
    private String recipient = "";

    @Override
    public void from(String address) throws RejectException {
      sender = address;
      refuse(senders, address);
    }

    @Override
    public void recipient(String address) throws RejectException {
      recipient = address;
      refuse(recipients, address);
    }

    @Override
    public String data(InputStream data) throws RejectException, IOException {
      byte[] text = data.readAllBytes();
      refuse(contents, recipient);
      mails.add(new Received(sender, recipient, parse(text)));
      return "taken";
    }

    @Override
    public void done() {}

    private MimeMessage parse(byte[] text) {
      try {
        return new MimeMessage(
            Session.getInstance(new Properties()), new ByteArrayInputStream(text));
      } catch (MessagingException e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
  }
}
