package dev.waybill.local.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last mails, each a file that a mail program opens, numbered in the order in which they came,
 * also over restarts. Thread-safe.
 */
final class MailFolder {
  private static final String SUFFIX = ".eml";

  /** Of the mail that is being written; left by a process that was killed, it is written over. */
  private static final String INCOMPLETE = "incomplete.part";

  private static final String UNSAFE = "[^A-Za-z0-9._-]";
  private static final int LONGEST_NAME = 100;

  private final Path folder;
  private final int most;
  private final InstantSource clock;
  private final Deque<Path> files = new ArrayDeque<>();
  private final Deque<CaughtMail> mails = new ArrayDeque<>();
  private long last;

  private MailFolder(Path folder, int most, InstantSource clock) {
    this.folder = folder;
    this.most = most;
    this.clock = clock;
  }

  /**
   * Goes on with a folder, which is made if it is missing.
   *
   * @param most how many are kept
   */
  static MailFolder open(Path folder, int most, InstantSource clock) {
    MailFolder opened = new MailFolder(folder, most, clock);
    try {
      Files.createDirectories(folder);
      try (Stream<Path> found = Files.list(folder)) {
        found.filter(file -> number(file) > 0).sorted().forEach(opened.files::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep mails in " + folder, e);
    }
    Path newest = opened.files.peekLast();
    opened.last = newest == null ? 0 : number(newest);
    return opened;
  }

  Path path() {
    return folder;
  }

  /**
   * Keeps a mail; when it returns, its file is there, and at no time a part of it.
   *
   * @throws IOException when it cannot be written; then nothing of it is left
   */
  synchronized void keep(List<String> recipients, byte[] text) throws IOException {
    MimeMessage message = parse(text);
    String id = header(message, "Message-ID");
    Path file = folder.resolve(String.format(Locale.ROOT, "%08d-%s%s", last + 1, name(id), SUFFIX));
    write(file, text);
    last++;
    files.add(file);
    mails.add(new CaughtMail(id, recipients, subject(message), clock.instant(), file));
    forgetOldest();
  }

  private void write(Path file, byte[] text) throws IOException {
    Path incomplete = folder.resolve(INCOMPLETE);
    try {
      Files.write(incomplete, text);
      Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      try {
        Files.deleteIfExists(incomplete);
      } catch (IOException unremoved) {
        e.addSuppressed(unremoved);
      }
      throw e;
    }
  }

  /** Those that came since it was opened, the newest last. */
  synchronized List<CaughtMail> mails() {
    return List.copyOf(mails);
  }

  private void forgetOldest() throws IOException {
    while (files.size() > most) {
      Files.deleteIfExists(files.remove());
    }
    while (mails.size() > most) {
      mails.remove();
    }
  }

  /** 0 for a file that was not written here. */
  private static long number(Path file) {
    String name = file.getFileName().toString();
    return name.matches("\\d{8}-.*" + Pattern.quote(SUFFIX))
        ? Long.parseLong(name.substring(0, 8))
        : 0;
  }

  /** The part before the at sign. A Message-ID is anybody's text, and a file's name is not. */
  private static String name(String id) {
    String plain = id.replaceAll("^<|[@>].*", "").replaceAll(UNSAFE, "_");
    return plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
  }

  private static MimeMessage parse(byte[] text) throws IOException {
    try {
      return new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(text));
    } catch (MessagingException e) {
      throw new IOException("not a mail", e);
    }
  }

  private static String header(MimeMessage message, String name) throws IOException {
    try {
      return orEmpty(message.getHeader(name, ", "));
    } catch (MessagingException e) {
      throw new IOException("not a mail", e);
    }
  }

  private static String subject(MimeMessage message) throws IOException {
    try {
      return orEmpty(message.getSubject());
    } catch (MessagingException e) {
      throw new IOException("not a mail", e);
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
