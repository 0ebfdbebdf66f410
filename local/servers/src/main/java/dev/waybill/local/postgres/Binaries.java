package dev.waybill.local.postgres;

import dev.waybill.local.files.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The server's programs for this machine, unpacked from the class path once per user and version
 * into the temporary folder.
 */
final class Binaries {
  private Binaries() {}

  /** The folder that holds {@code bin}, {@code lib} and {@code share}. Safe across processes. */
  static synchronized Path unpacked() {
    String archive = archiveName(System.getProperty("os.name"), System.getProperty("os.arch"));
    try {
      Path home =
          Path.of(System.getProperty("java.io.tmpdir"))
              .resolve("waybill-postgres-%s-%s".formatted(user(), digest(archive)));
      if (!Files.isExecutable(home.resolve("bin/postgres"))) {
        unpack(archive, home);
      }
      // The temporary folder is everybody's: run nothing that somebody else put there.
      if (!Files.getOwner(home).getName().equals(user())) {
        throw new IllegalStateException(home + " belongs to another user; remove it");
      }
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack PostgreSQL from " + archive, e);
    }
  }

  /** Whether the class path holds programs for this machine. */
  static boolean available() {
    try {
      open(archiveName(System.getProperty("os.name"), System.getProperty("os.arch"))).close();
      return true;
    } catch (IllegalStateException | IOException e) {
      return false;
    }
  }

  static String archiveName(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String arch = osArch.toLowerCase(Locale.ROOT);
    boolean arm = arch.equals("aarch64") || arch.equals("arm64");
    boolean intel = arch.equals("amd64") || arch.equals("x86_64");
    boolean knownArch = arm || intel;
    boolean knownOs = os.startsWith("mac") || os.startsWith("linux");
    if (!knownArch || !knownOs) {
      throw new IllegalStateException(
          "no embedded PostgreSQL for %s on %s; Linux and macOS on amd64 and arm64 have one"
              .formatted(osName, osArch));
    }
    return "postgres-%s-%s.txz"
        .formatted(os.startsWith("mac") ? "darwin" : "linux", arm ? "arm_64" : "x86_64");
  }

  private static void unpack(String archive, Path home) throws IOException {
    Path fresh = Files.createTempDirectory(home.getParent(), home.getFileName() + "-");
    try (InputStream in = open(archive)) {
      Archive.unpack(in, fresh);
    }
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
    try {
      Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Another process was faster, and its copy is as good.
      Folders.delete(fresh);
      if (!Files.isExecutable(home.resolve("bin/postgres"))) {
        throw e;
      }
    }
  }

  private static String digest(String archive) throws IOException {
    try (InputStream in = open(archive)) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[64 * 1024];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        sha.update(buffer, 0, count);
      }
      return HexFormat.of().formatHex(sha.digest(), 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static InputStream open(String archive) {
    InputStream in = Binaries.class.getResourceAsStream("/" + archive);
    if (in == null) {
      throw new IllegalStateException(archive + " is not on the class path");
    }
    return in;
  }

  private static String user() {
    return System.getProperty("user.name");
  }
}
