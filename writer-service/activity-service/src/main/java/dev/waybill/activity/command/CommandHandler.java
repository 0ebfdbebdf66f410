package dev.waybill.activity.command;

import dev.waybill.activity.domain.Change;

/**
 * Does what one type of command asks, in the transaction of the bus. It checks neither fields nor
 * roles, and neither audits nor stages: the bus does.
 *
 * @param <C> the command
 */
interface CommandHandler<C extends Command> {

  Class<C> type();

  /**
   * @return the change as the database holds it
   */
  Change handle(C command, Context context);
}
