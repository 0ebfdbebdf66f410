package dev.waybill.cli.plan;

import dev.waybill.contract.message.MessageType;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the processes of one handler read, by their own account. */
public sealed interface Readers {

  /** Nobody could be asked. */
  record Silent(String why) implements Readers {}

  /** At least one instance answered, for itself and for the others that it knows of. */
  record Told(List<Instance> instances) implements Readers {

    public Told {
      instances = List.copyOf(instances);
    }
  }

  /**
   * One instance.
   *
   * @param name as it is listed
   * @param live whether it was heard of lately
   * @param heard when it was heard of last, for people
   * @param reads type and version of all that its code reads, as {@link MessageType#toString}; null
   *     when it does not say, since it is of an older version
   */
  record Instance(String name, boolean live, String heard, @Nullable List<String> reads) {

    public Instance {
      reads = reads == null ? null : List.copyOf(reads);
    }

    /** Of these, those that it does not read. */
    SortedSet<String> lacks(SortedSet<String> types) {
      SortedSet<String> lacks = new TreeSet<>(types);
      if (reads != null) {
        lacks.removeAll(reads);
      }
      return lacks;
    }
  }
}
