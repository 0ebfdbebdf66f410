package dev.waybill.outbox.guide;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

// guide: listener
@Component
class ViewCounter {

  final AtomicInteger views = new AtomicInteger();

  @EventListener
  void on(BasketViewed event) {
    views.incrementAndGet();
  }
}
// guide: end
