package dev.waybill.local.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks a tar.xz archive with its links and executable bits. */
final class Archive {
  private static final int OWNER_MAY_EXECUTE = 0100;

  private Archive() {}

  static void unpack(InputStream archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(entry, tar, entry.resolveIn(folder));
      }
    }
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, file);
    boolean program = (entry.getMode() & OWNER_MAY_EXECUTE) != 0;
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
