package dev.waybill.lab.soak;

/** How often each was killed. */
record Kills(int relay, int handler) {
  static final Kills NONE = new Kills(0, 0);

  Kills andRelay() {
    return new Kills(relay + 1, handler);
  }

  Kills andHandler() {
    return new Kills(relay, handler + 1);
  }
}
