package dev.waybill.e2e.conformance;

import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Every Maven project of the tree is a module of the build. Nothing depends on a module of tests,
 * so without this one could fall out of the build, and its tests would still count as evidence.
 */
record ModulesCheck(ProjectTree tree) {

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /** The folders that hold a project which the build leaves out. */
  List<String> check() {
    Set<Path> built =
        MODULE
            .matcher(tree.read("pom.xml"))
            .results()
            .map((MatchResult module) -> tree.root().resolve(module.group(1).strip()))
            .collect(Collectors.toSet());
    return tree.poms().stream()
        .map(pom -> pom.resolveSibling("").normalize())
        .filter(folder -> !folder.equals(tree.root()) && !built.contains(folder))
        .map(tree::relative)
        .toList();
  }
}
