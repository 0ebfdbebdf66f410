package dev.waybill.activity.request;

/** The longest texts that the contracts allow, in characters. */
final class Limits {

  static final int TITLE = 200;
  static final int USER = 200;
  static final int NOTE = 2000;

  private Limits() {}
}
