package dev.waybill.contract.check;

import java.util.List;

/** One thing that a checkout must keep. Immutable. */
interface Rule {

  /** All breaches; empty when the checkout keeps to it. */
  List<Breach> check(Checkout checkout);
}
