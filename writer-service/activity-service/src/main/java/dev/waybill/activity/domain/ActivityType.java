package dev.waybill.activity.domain;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is to be done. The wire names are part of the contracts. */
public enum ActivityType {
  CALL("call"),
  MEETING("meeting"),
  TASK("task"),
  VISIT("visit");

  private final String wireName;

  ActivityType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static Optional<ActivityType> ofWireName(String name) {
    return Arrays.stream(values()).filter(type -> type.wireName.equals(name)).findFirst();
  }

  /** All wire names, for people. */
  public static String names() {
    return Arrays.stream(values()).map(ActivityType::wireName).collect(Collectors.joining(", "));
  }
}
