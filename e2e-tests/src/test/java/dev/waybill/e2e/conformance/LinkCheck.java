package dev.waybill.e2e.conformance;

import dev.waybill.e2e.conformance.MarkdownFile.Link;
import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every relative link of every Markdown file leads to a file, and its anchor to a heading. */
record LinkCheck(ProjectTree tree) {

  List<Finding> check() {
    List<Finding> findings = new ArrayList<>();
    for (Path path : tree.markdown()) {
      MarkdownFile file = open(path);
      for (Link link : file.links()) {
        problemWith(path, link)
            .ifPresent(problem -> findings.add(new Finding(file.name(), link.line(), problem)));
      }
    }
    return findings;
  }

  private Optional<String> problemWith(Path from, Link link) {
    String target = link.target();
    if (target.matches("[a-z][a-z0-9+.-]*:.*")) {
      return Optional.empty();
    }
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    String anchor = hash < 0 ? "" : target.substring(hash + 1);
    Path folder = from.resolveSibling("").normalize();
    Path path = file.isEmpty() ? from : folder.resolve(file).normalize();
    if (!path.startsWith(tree.root()) || !Files.exists(path)) {
      return Optional.of("links to " + target + ", which does not exist");
    }
    if (!anchor.isEmpty() && !open(path).anchors().contains(anchor)) {
      return Optional.of("links to " + target + ", which has no such heading");
    }
    return Optional.empty();
  }

  private MarkdownFile open(Path path) {
    return new MarkdownFile(tree.relative(path), tree.read(path));
  }
}
