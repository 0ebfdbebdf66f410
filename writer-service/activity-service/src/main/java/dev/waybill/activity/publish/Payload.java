package dev.waybill.activity.publish;

import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.domain.Stamp;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of one payload in their order; what has no value is absent. Not thread-safe. */
final class Payload {

  private final Map<String, Object> members = new LinkedHashMap<>();

  /** Begins with what identifies the activity, which every payload says. */
  static Payload of(Activity activity) {
    Payload payload = new Payload();
    payload.members.put("activityId", activity.id().toString());
    payload.members.put("version", activity.version());
    return payload;
  }

  /** Repeats what shows the activity to people, so that a reader needs nothing but this message. */
  Payload what(Details details) {
    return text("type", details.type().wireName())
        .text("title", details.title())
        .user("assignee", details.assignee());
  }

  Payload text(String name, @Nullable String value) {
    if (value != null) {
      members.put(name, value);
    }
    return this;
  }

  Payload user(String name, @Nullable UserId user) {
    return text(name, user == null ? null : user.value());
  }

  /** RFC 3339 in UTC. */
  Payload time(String name, @Nullable Instant time) {
    return text(name, time == null ? null : time.toString());
  }

  /** When and by whom, as two members that begin with the word. */
  Payload stamp(String word, Stamp stamp) {
    return time(word + "At", stamp.at()).user(word + "By", stamp.by());
  }

  /** For Jackson. */
  Map<String, Object> members() {
    return members;
  }
}
