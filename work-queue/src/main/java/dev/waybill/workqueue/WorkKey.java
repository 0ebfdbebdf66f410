package dev.waybill.workqueue;

import java.util.List;

/**
 * The primary key of a claimed row.
 *
 * @param values in the order of the table's key columns, as the driver reads them
 */
public record WorkKey(List<Object> values) {

  public WorkKey {
    values = List.copyOf(values);
  }

  /** One value as what it is. */
  public <T> T value(int index, Class<T> type) {
    return type.cast(values.get(index));
  }
}
