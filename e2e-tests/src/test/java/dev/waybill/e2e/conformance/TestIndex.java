package dev.waybill.e2e.conformance;

import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tests that the source tree holds, by simple class name. Only what the build runs counts: a
 * class that neither surefire nor failsafe picks up, or one that is disabled, is no evidence.
 */
final class TestIndex {

  private final Map<String, TestClass> classes;

  private TestIndex(Map<String, TestClass> classes) {
    this.classes = classes;
  }

  static TestIndex of(ProjectTree tree) {
    List<Path> sources = new ArrayList<>(tree.testSources());
    sources.addAll(tree.sharedTestSources());
    return of(TestSources.parse(sources));
  }

  static TestIndex of(Collection<TestClass> found) {
    Map<String, TestClass> byName = new HashMap<>();
    found.forEach(type -> byName.merge(type.name(), type, TestClass::with));
    return new TestIndex(byName);
  }

  /** Why this reference proves nothing; empty when it names a test that runs. */
  Optional<String> problemWith(TestReference reference) {
    TestClass type = classes.get(reference.type());
    if (type == null) {
      return Optional.of("no test class " + reference.type() + " in the source tree");
    }
    if (!type.isRunByTheBuild()) {
      return Optional.of(type.name() + " is not run: its name ends in neither Test nor IT");
    }
    if (type.disabled()) {
      return Optional.of(type.name() + " is disabled");
    }
    Set<String> methods = methodsOf(type);
    if (methods.isEmpty()) {
      return Optional.of(type.name() + " holds no test that runs");
    }
    return reference.method() == null || methods.contains(reference.method())
        ? Optional.empty()
        : Optional.of("no test method " + reference + " that runs");
  }

  private Set<String> methodsOf(TestClass type) {
    TestClass parent = type.parent() == null ? null : classes.get(type.parent());
    return parent == null ? type.methods() : type.with(parent).methods();
  }
}
