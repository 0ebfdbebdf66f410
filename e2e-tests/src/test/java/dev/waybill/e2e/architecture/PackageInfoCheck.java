package dev.waybill.e2e.architecture;

import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every package with sources has a {@code package-info.java} that says what it owns and is
 * {@code @NullMarked}. A package of tests beside main code of the same name needs none of its own.
 */
record PackageInfoCheck(ProjectTree tree) {

  List<String> check() {
    List<String> problems = new ArrayList<>();
    for (Path folder : folders()) {
      Path info = folder.resolve("package-info.java");
      if (!Files.exists(info)) {
        if (!Files.exists(mainTwin(folder).resolve("package-info.java"))) {
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

  private Path mainTwin(Path folder) {
    return tree.root().resolve(tree.relative(folder).replace("src/test/java", "src/main/java"));
  }
}
