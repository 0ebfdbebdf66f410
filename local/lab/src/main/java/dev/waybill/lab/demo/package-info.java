/** Shows a change on its way to its topics. */
@NullMarked
package dev.waybill.lab.demo;

import org.jspecify.annotations.NullMarked;
