package dev.waybill.relay.http;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.http.Views.MessageView;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What has become of one message: of the caller's tenant, or anybody's for who runs the relay. */
@RestController
@RequestMapping("/relay/messages")
class MessageController {

  private final Desks desks;
  private final Permission permission;

  MessageController(Desks desks, Permission permission) {
    this.desks = desks;
    this.permission = permission;
  }

  @GetMapping("/{id}")
  MessageView message(@PathVariable UUID id, Caller caller) {
    caller.require(Role.VIEWER);
    return desks
        .books()
        .records()
        .find(new MessageId(id), permission.scope(caller))
        .map(MessageView::of)
        .orElseThrow(() -> new UnknownMessageException(id));
  }
}
