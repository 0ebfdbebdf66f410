/**
 * What a table of work looks like: its names, columns and states, checked before they become SQL.
 * Plain Java: it renders names, and knows no query, Spring or JDBC.
 */
@NullMarked
package dev.waybill.workqueue.shape;

import org.jspecify.annotations.NullMarked;
