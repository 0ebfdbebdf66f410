package dev.waybill.lab.fault;

import java.time.Duration;

/**
 * Something that goes wrong on a stack and is put right again after a while. What it strikes is
 * found out when it strikes, since which relay is the active one depends on what struck before.
 */
public sealed interface Fault
    permits KillRelay,
        FreezeRelay,
        KillHandler,
        RestartBroker,
        FreezeBroker,
        RestartPostgres,
        EndConnections,
        DropSlot,
        ReplaceSlot,
        CutLink {

  /** What kind of fault it is, for scripts. */
  String kind();

  /** What goes wrong, for people. */
  String describe();

  /** How long it lasts; zero when there is nothing to put right. */
  Duration lasting();

  /**
   * Makes it go wrong and returns at once.
   *
   * @return what puts it right, to be called once
   */
  Heal strike(Site site) throws Exception;

  /** Puts a fault right: everything that it stopped works again, or will as soon as it is up. */
  interface Heal {
    /** There is nothing to put right. */
    Heal NOTHING = () -> {};

    /** Does it. */
    void heal() throws Exception;
  }
}
