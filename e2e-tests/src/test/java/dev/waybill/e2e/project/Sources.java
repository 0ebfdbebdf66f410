package dev.waybill.e2e.project;

import java.nio.file.FileVisitResult;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Visits source files and enters no folder that others write to: hidden ones and build output. */
final class Sources extends SimpleFileVisitor<Path> {

  private static final Set<String> NOT_SOURCES = Set.of("target", "node_modules");

  private final Path root;
  private final Predicate<Path> wanted;
  private final Consumer<Path> found;

  Sources(Path root, Predicate<Path> wanted, Consumer<Path> found) {
    this.root = root;
    this.wanted = wanted;
    this.found = found;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    String name = String.valueOf(folder.getFileName());
    boolean skipped = name.startsWith(".") || NOT_SOURCES.contains(name);
    return skipped && !folder.equals(root)
        ? FileVisitResult.SKIP_SUBTREE
        : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile() && wanted.test(file)) {
      found.accept(file);
    }
    return FileVisitResult.CONTINUE;
  }
}
