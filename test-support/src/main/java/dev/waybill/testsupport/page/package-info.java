/** Tests that hold a page of the documentation to the code of the module that it is about. */
@NullMarked
package dev.waybill.testsupport.page;

import org.jspecify.annotations.NullMarked;
