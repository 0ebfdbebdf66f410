package dev.waybill.handler.testbed;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An effect that is written with JPA. */
@Entity
@Table(schema = "parcels", name = "shelf")
public class Shelf {

  @Id private String name;
  private long parcels;

  /** For the provider. */
  @SuppressWarnings("NullAway.Init")
  protected Shelf() {}

  public Shelf(String name, long parcels) {
    this.name = name;
    this.parcels = parcels;
  }

  public String name() {
    return name;
  }

  public long parcels() {
    return parcels;
  }

  public void add(long more) {
    parcels += more;
  }
}
