package dev.waybill.e2e.architecture;

import dev.waybill.e2e.project.ProjectTree;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packages of main code whose package-info promises plain Java. */
final class PlainJavaPackages {

  private static final Pattern NAME = Pattern.compile("(?m)^package ([\\w.]+);");

  private PlainJavaPackages() {}

  static List<String> in(ProjectTree tree) {
    return tree.mainSources().stream()
        .filter(file -> file.endsWith("package-info.java"))
        .map(tree::read)
        .filter(text -> text.contains("Plain Java"))
        .map(PlainJavaPackages::name)
        .toList();
  }

  private static String name(String packageInfo) {
    Matcher matcher = NAME.matcher(packageInfo);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no package declaration in " + packageInfo);
    }
    return matcher.group(1);
  }
}
