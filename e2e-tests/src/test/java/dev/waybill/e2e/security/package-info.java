/** Who may do what, as the page for those who run Waybill says and as the source tree has it. */
@NullMarked
package dev.waybill.e2e.security;

import org.jspecify.annotations.NullMarked;
