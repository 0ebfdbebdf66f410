package dev.waybill.handler.guide;

import dev.waybill.handler.Upcaster;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

// guide: upcaster
/** {@code activity.created} from version 1 to version 2. */
@Component
class TitleIsSubject implements Upcaster {

  @Override
  public String type() {
    return "activity.created";
  }

  @Override
  public int fromVersion() {
    return 1;
  }

  @Override
  public ObjectNode upcast(ObjectNode payload) {
    payload.set("subject", payload.remove("title"));
    return payload;
  }
}
// guide: end
