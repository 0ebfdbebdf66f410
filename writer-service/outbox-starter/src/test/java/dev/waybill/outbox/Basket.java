package dev.waybill.outbox;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity of an application that uses JPA. */
@Entity
@Table(schema = "business", name = "basket")
class Basket {

  @Id private String id = "";

  @Column(nullable = false)
  private int items;

  /** For JPA. */
  protected Basket() {}

  Basket(String id, int items) {
    this.id = id;
    this.items = items;
  }

  void add() {
    items++;
  }
}
