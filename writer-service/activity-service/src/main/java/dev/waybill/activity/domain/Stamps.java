package dev.waybill.activity.domain;

/**
 * Who planned an activity and who changed it last, and when.
 *
 * @param changed that of the creation while nothing else happened
 */
public record Stamps(Stamp created, Stamp changed) {

  /** Of a new activity. */
  static Stamps of(Stamp created) {
    return new Stamps(created, created);
  }

  Stamps changedAt(Stamp stamp) {
    return new Stamps(created, stamp);
  }
}
