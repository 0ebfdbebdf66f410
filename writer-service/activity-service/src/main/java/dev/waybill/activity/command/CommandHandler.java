package dev.waybill.activity.command;

import dev.waybill.activity.domain.Change;
import dev.waybill.activity.request.Command;

/**
 * Does what commands of one type ask, in the transaction of the bus. It checks neither fields nor
 * roles, and neither audits nor stages: the bus does.
 *
 * @param <C> the command, or what several have in common
 */
interface CommandHandler<C extends Command> {

  Class<C> type();

  /**
   * @return the change as the database holds it
   */
  Change handle(C command, Context context);
}
