package dev.waybill.outbox.guide;

import dev.waybill.outbox.AfterCommit;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Operation;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.StagedOperation;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

// guide: service
@Service
class Baskets {

  private final JdbcClient jdbc;
  private final Outbox outbox;
  private final AfterCommit afterCommit;

  Baskets(JdbcClient jdbc, Outbox outbox, AfterCommit afterCommit) {
    this.jdbc = jdbc;
    this.outbox = outbox;
    this.afterCommit = afterCommit;
  }

  @Transactional
  public void pay(String id) {
    Basket basket = markPaid(id);
    outbox.stage(paid(basket));
  }

  // guide: end
  // guide: once
  @Transactional
  public void payOnce(String tenant, String idempotencyKey, String body, String id) {
    Basket basket = markPaid(id);
    StagedOperation staged =
        outbox.stageOnce(new Operation(tenant, idempotencyKey, body), List.of(paid(basket)));
    if (staged.repeated()) {
      throw new AlreadyPaidException();
    }
  }

  // guide: end
  // guide: best effort
  @Transactional
  public void look(String id) {
    jdbc.sql("UPDATE shop.basket SET looks = looks + 1 WHERE id = ?").param(id).update();
    afterCommit.publish("basket.viewed", new BasketViewed(id));
  }

  // guide: end
  // guide: message
  private Basket markPaid(String id) {
    return jdbc.sql(
            """
            UPDATE shop.basket SET status = 'paid', version = version + 1 WHERE id = ?
            RETURNING id, tenant, version, total
            """)
        .param(id)
        .query(Basket.class)
        .single();
  }

  private static DurableMessage paid(Basket basket) {
    return DurableMessage.integrationEvent("basket.paid", 1)
        .tenant(basket.tenant())
        .aggregate("basket", basket.id(), basket.version())
        .payload(new BasketPaid(basket.id(), basket.total()))
        .build();
  }
}
// guide: end
