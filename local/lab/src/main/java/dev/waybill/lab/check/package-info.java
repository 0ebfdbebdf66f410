/**
 * What the outbox and the topics of a stack hold when all is quiet, brought before the history
 * checker. Only reads.
 */
@NullMarked
package dev.waybill.lab.check;

import org.jspecify.annotations.NullMarked;
