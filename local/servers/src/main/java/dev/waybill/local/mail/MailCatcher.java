package dev.waybill.local.mail;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.server.SMTPServer;
import org.subethamail.smtp.server.Session;

/**
 * A mail server on loopback that takes every mail, delivers none, and keeps the last ones as files.
 * It answers that it took a mail only when its file is there. Knows no encryption and no passwords.
 * Thread-safe; each connection costs a thread.
 */
public final class MailCatcher implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 50;
  private static final int LONGEST_MAIL = 10 * 1024 * 1024;

  /** So much of a longer one is read away, to answer where the sender listens: at its end. */
  private static final int MOST_READ_AWAY = 64 * 1024 * 1024;

  private final MailFolder folder;
  private final SMTPServer server;

  private MailCatcher(int port, MailFolder folder) {
    this.folder = folder;
    this.server =
        SMTPServer.port(port)
            .bindAddress(InetAddress.getLoopbackAddress())
            // Else it asks the network what this machine is called.
            .hostName("localhost")
            .softwareName("Waybill")
            .insertReceivedHeaders(false)
            .maxConnections(MOST_CONNECTIONS)
            .serverThreadName("mail-catcher")
            .messageHandlerFactory(Dialogue::new)
            .build();
  }

  /**
   * Starts it.
   *
   * @param port 0 takes a free one
   * @param folder of the mails; made if it is missing, and one of before is gone on with
   * @param most how many mails are kept
   * @throws UncheckedIOException caused by a {@link java.net.BindException} when somebody else
   *     listens on the port, or by another fault of the folder or the network
   */
  public static MailCatcher start(int port, Path folder, int most) {
    MailCatcher started =
        new MailCatcher(port, MailFolder.open(folder, most, InstantSource.system()));
    try {
      started.server.start();
    } catch (RuntimeException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new UncheckedIOException("the mail catcher cannot listen on port " + port, cause);
      }
      throw e;
    }
    return started;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getPortAllocated();
  }

  /** Where the mails are, as files that end in {@code .eml}, sorted by name as they came. */
  public Path folder() {
    return folder.path();
  }

  /** The last mails that came since it was started, the newest last. */
  public List<CaughtMail> mails() {
    return folder.mails();
  }

  /** Stops it; the files stay. */
  @Override
  public void close() {
    server.stop();
  }

  /** What is said over one connection about one mail. */
  private final class Dialogue implements MessageHandler {
    private final MessageContext context;
    private final List<String> recipients = new ArrayList<>();

    Dialogue(MessageContext context) {
      this.context = context;
    }

    @Override
    public void from(String address) {}

    @Override
    public void recipient(String address) {
      recipients.add(address);
    }

    @Override
    public String data(InputStream data) throws RejectException, IOException {
      byte[] text = data.readNBytes(LONGEST_MAIL + 1);
      if (text.length > LONGEST_MAIL) {
        readAway(data);
        throw new RejectException(552, "5.3.4 the mail is longer than " + LONGEST_MAIL + " bytes");
      }
      try {
        folder.keep(recipients, text);
      } catch (IOException e) {
        throw new RejectException(451, "4.3.0 the mail cannot be kept: " + e.getMessage());
      }
      return "taken";
    }

    /** What is left unread would be taken for commands. */
    private void readAway(InputStream data) throws IOException {
      for (int more = LONGEST_MAIL + 1; data.read() >= 0; more++) {
        if (more == MOST_READ_AWAY) {
          ((Session) context).quit();
          return;
        }
      }
    }

    @Override
    public void done() {}
  }
}
