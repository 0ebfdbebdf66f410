package dev.waybill.relay.wal;

/** Who is the reason for the log that the slot keeps. */
public sealed interface WalVerdict {

  /** One line for a person. */
  String describe();

  /** Tells one reason from another: an unchanged one is not news. */
  String reason();

  /** Whether somebody should do something. */
  default boolean alarming() {
    return true;
  }

  /** The slot keeps no more than it should. */
  record Within() implements WalVerdict {
    @Override
    public String describe() {
      return "within its bound";
    }

    @Override
    public String reason() {
      return "within";
    }

    @Override
    public boolean alarming() {
      return false;
    }
  }

  /** The slot keeps more since just now, of a bulk load for instance: the next look says why. */
  record Noticed(SlotLook look) implements WalVerdict {
    @Override
    public String describe() {
      return look.describe() + " since just now";
    }

    @Override
    public String reason() {
      return "noticed";
    }

    @Override
    public boolean alarming() {
      return false;
    }
  }

  /** The relay has not confirmed it: it is behind, or nobody reads the slot. */
  record RelayBehind(SlotLook look) implements WalVerdict {
    @Override
    public String describe() {
      return look.describe()
          + ", of which the relay has not confirmed "
          + SlotLook.megabytes(look.unconfirmed())
          + (look.active() ? ": it is behind" : ": nobody reads the slot");
    }

    @Override
    public String reason() {
      return look.active() ? "behind" : "unread";
    }
  }

  /** The relay has confirmed it, and a transaction that has not ended holds it. */
  record Pinned(SlotLook look, WalHolder holder) implements WalVerdict {
    @Override
    public String describe() {
      return look.describe()
          + ", although the relay keeps up: an open transaction holds it, of "
          + holder.describe()
          + " — "
          + holder.remedy();
    }

    @Override
    public String reason() {
      return "pinned by " + holder.transaction();
    }
  }

  /** The relay has confirmed it, nobody holds it: the server has not moved the slot yet. */
  record Settling(SlotLook look) implements WalVerdict {
    @Override
    public String describe() {
      return look.describe()
          + ", confirmed and held by nobody: the server lets go of it with its next checkpoint";
    }

    @Override
    public String reason() {
      return "settling";
    }

    @Override
    public boolean alarming() {
      return false;
    }
  }
}
