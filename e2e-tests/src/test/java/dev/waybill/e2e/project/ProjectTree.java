package dev.waybill.e2e.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The source tree of one project: what a clone holds, without build output and tool folders. Paths
 * that leave this class are absolute and sorted, so that findings come in the same order
 * everywhere.
 */
public record ProjectTree(Path root) {

  /** The project that this test belongs to, found upwards from the working directory. */
  public static ProjectTree current() {
    Path start = Path.of("").toAbsolutePath();
    for (Path candidate = start; candidate != null; candidate = candidate.getParent()) {
      if (Files.exists(candidate.resolve("mvnw"))) {
        return new ProjectTree(candidate);
      }
    }
    throw new IllegalStateException("No folder with mvnw at or above " + start);
  }

  /** Every Markdown file. */
  public List<Path> markdown() {
    return files(path -> path.toString().endsWith(".md"));
  }

  /** Every Maven project file, the root's included. */
  public List<Path> poms() {
    return files(path -> path.endsWith("pom.xml"));
  }

  /** Java files below any {@code src/main/java}. */
  public List<Path> mainSources() {
    return files(path -> isJavaBelow(path, "src/main/java"));
  }

  /** Java files below any {@code src/test/java}. */
  public List<Path> testSources() {
    return files(path -> isJavaBelow(path, "src/test/java"));
  }

  /** Java files of {@code test-support}, which test classes of other modules may extend. */
  public List<Path> sharedTestSources() {
    return files(path -> isJavaBelow(path, "test-support/src/main/java"));
  }

  /** The path as people write it: relative to the root, with forward slashes. */
  public String relative(Path path) {
    return root.relativize(path).toString().replace('\\', '/');
  }

  /** The text of a file given by its path from the root. */
  public String read(String path) {
    return read(root.resolve(path));
  }

  /** The text of a file of this tree. */
  public String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + path, e);
    }
  }

  private List<Path> files(Predicate<Path> wanted) {
    NavigableSet<Path> files = new TreeSet<>();
    try {
      Files.walkFileTree(root, new Sources(root, wanted, files::add));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + root, e);
    }
    return List.copyOf(files);
  }

  private boolean isJavaBelow(Path path, String folder) {
    String name = relative(path);
    return name.endsWith(".java") && ("/" + name).contains("/" + folder + "/");
  }
}
