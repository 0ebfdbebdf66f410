package dev.waybill.activity.repeat;

import org.jspecify.annotations.Nullable;

/**
 * What a request is answered.
 *
 * @param status of HTTP
 * @param location where to find what was made; absent: nothing was
 * @param body JSON; absent: the status says it all
 * @param repeated whether it was answered before
 */
public record Answer(
    int status, @Nullable String location, @Nullable String body, boolean repeated) {

  /** A first answer. */
  public static Answer of(int status, @Nullable String location, @Nullable String body) {
    return new Answer(status, location, body, false);
  }
}
