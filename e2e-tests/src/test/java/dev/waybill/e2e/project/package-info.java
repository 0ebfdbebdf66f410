/**
 * Finds the files of this project from any module. It knows paths only, never what is inside the
 * files.
 */
@NullMarked
package dev.waybill.e2e.project;

import org.jspecify.annotations.NullMarked;
