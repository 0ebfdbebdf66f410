package dev.waybill.e2e.conformance;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One class of the test sources.
 *
 * @param parent simple name of the class it extends; null for none
 * @param disabled whether the class itself carries {@code @Disabled}
 * @param methods its own test methods that are not disabled, those of nested classes included
 */
record TestClass(String name, @Nullable String parent, boolean disabled, Set<String> methods) {

  TestClass {
    methods = Set.copyOf(methods);
  }

  /** By the names that surefire and failsafe select. */
  boolean isRunByTheBuild() {
    return name.endsWith("Test") || name.endsWith("IT");
  }

  /** This class with the test methods of another one as well. */
  TestClass with(TestClass other) {
    Set<String> both = new HashSet<>(methods);
    both.addAll(other.methods);
    return new TestClass(name, parent, disabled, both);
  }
}
