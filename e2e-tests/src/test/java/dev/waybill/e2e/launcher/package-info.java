/** The script that people type first, run on machines that lack what it needs. */
@NullMarked
package dev.waybill.e2e.launcher;

import org.jspecify.annotations.NullMarked;
