package dev.waybill.e2e.conformance;

/** What is wrong, where: file and line as an editor opens them. */
record Finding(String file, int line, String problem) {

  @Override
  public String toString() {
    return file + ":" + line + " " + problem;
  }
}
