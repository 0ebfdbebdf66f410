package dev.waybill.e2e.conformance;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Reads test classes out of Java source with the compiler's own parser. */
final class TestSources {

  private static final Set<String> TEST_ANNOTATIONS =
      Set.of(
          "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "ArchTest");

  private TestSources() {}

  /** The classes of these files, parsed and not compiled. */
  static List<TestClass> parse(List<Path> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      List<TestClass> classes = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        for (Tree type : unit.getTypeDecls()) {
          if (type instanceof ClassTree declared) {
            classes.add(read(declared));
          }
        }
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot parse the test sources", e);
    }
  }

  private static TestClass read(ClassTree type) {
    Set<String> methods = new HashSet<>();
    collect(type, methods);
    return new TestClass(
        type.getSimpleName().toString(),
        parentOf(type),
        has(type.getModifiers(), Set.of("Disabled")),
        methods);
  }

  private static @Nullable String parentOf(ClassTree type) {
    Tree parent = type.getExtendsClause();
    return parent == null ? null : simple(parent.toString());
  }

  private static void collect(ClassTree type, Set<String> methods) {
    for (Tree member : type.getMembers()) {
      if (member instanceof MethodTree method && runs(method.getModifiers())) {
        methods.add(method.getName().toString());
      } else if (member instanceof VariableTree field && runs(field.getModifiers())) {
        methods.add(field.getName().toString());
      } else if (member instanceof ClassTree nested && isNestedTest(nested)) {
        collect(nested, methods);
      }
    }
  }

  private static boolean isNestedTest(ClassTree type) {
    return has(type.getModifiers(), Set.of("Nested"))
        && !has(type.getModifiers(), Set.of("Disabled"));
  }

  private static boolean runs(ModifiersTree modifiers) {
    return has(modifiers, TEST_ANNOTATIONS) && !has(modifiers, Set.of("Disabled"));
  }

  private static boolean has(ModifiersTree modifiers, Set<String> names) {
    for (AnnotationTree annotation : modifiers.getAnnotations()) {
      if (names.contains(simple(annotation.getAnnotationType().toString()))) {
        return true;
      }
    }
    return false;
  }

  private static String simple(String name) {
    String raw = name.replaceFirst("<.*", "");
    return raw.substring(raw.lastIndexOf('.') + 1);
  }
}
