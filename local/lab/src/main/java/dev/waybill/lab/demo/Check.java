package dev.waybill.lab.demo;

/**
 * Something that must hold when the story has been told.
 *
 * @param claim in words
 */
record Check(String claim, boolean held) {}
