package dev.waybill.lab.stack;

import javax.sql.DataSource;

/**
 * A handler of a running stack.
 *
 * @param database its database, as the role of its service
 * @param owner its database, as the role that owns the tables
 */
public record RunningHandler(Service service, DataSource database, DataSource owner) {}
