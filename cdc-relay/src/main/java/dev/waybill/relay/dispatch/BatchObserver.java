package dev.waybill.relay.dispatch;

import dev.waybill.relay.publish.RoutedMessage;
import java.util.List;

/** Is told about each batch, on the dispatch loop's thread: it must be quick and must not throw. */
public interface BatchObserver {

  /** A Kafka transaction with these messages begins. */
  Attempt begin(List<RoutedMessage> messages);

  /** One attempt to publish a batch; ends with {@link #recorded} or {@link #failed}. */
  interface Attempt {

    /** The transaction is committed. */
    void sent();

    /** The ledger has the batch as well. */
    void recorded();

    /** It was given up. */
    void failed(RuntimeException failure);
  }
}
