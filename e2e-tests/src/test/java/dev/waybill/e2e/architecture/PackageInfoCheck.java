package dev.waybill.e2e.architecture;

import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every package with sources has a {@code package-info.java} that says what it owns and is
 * {@code @NullMarked}. A package of tests for main code of the same name, in whichever module,
 * needs none of its own.
 */
record PackageInfoCheck(ProjectTree tree) {

  List<String> check() {
    List<String> problems = new ArrayList<>();
    Set<String> described = describedByMainCode();
    for (Path folder : folders()) {
      Path info = folder.resolve("package-info.java");
      if (!Files.exists(info)) {
        if (packageBelow("src/test/java/", folder).filter(described::contains).isEmpty()) {
          problems.add(tree.relative(folder) + " has no package-info.java");
        }
      } else if (!tree.read(info).contains("@NullMarked")) {
        problems.add(tree.relative(info) + " is not @NullMarked");
      } else if (!tree.read(info).stripLeading().startsWith("/**")) {
        problems.add(tree.relative(info) + " does not say what the package owns");
      }
    }
    return problems;
  }

  private Set<Path> folders() {
    Set<Path> folders = new TreeSet<>();
    tree.mainSources().forEach(file -> folders.add(file.resolveSibling("").normalize()));
    tree.testSources().forEach(file -> folders.add(file.resolveSibling("").normalize()));
    return folders;
  }

  private Set<String> describedByMainCode() {
    return tree.mainSources().stream()
        .filter(file -> file.endsWith("package-info.java"))
        .flatMap(file -> packageBelow("src/main/java/", file.resolveSibling("")).stream())
        .collect(Collectors.toSet());
  }

  /** The package of a folder, as a path; empty when the folder lies in no such source tree. */
  private Optional<String> packageBelow(String sources, Path folder) {
    String path = tree.relative(folder.normalize());
    int start = path.indexOf(sources);
    return start < 0 ? Optional.empty() : Optional.of(path.substring(start + sources.length()));
  }
}
