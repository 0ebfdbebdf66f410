package dev.waybill.relay.publish;

/** Whether a handler's topic takes records now. */
public sealed interface TopicState {

  /**
   * It does.
   *
   * @param maxBytes the largest record batch that it takes
   */
  record Usable(long maxBytes) implements TopicState {}

  /**
   * It does not, and a send could block or fail everyone's transaction.
   *
   * @param reason what is the case, with the cluster's own words
   * @param remedy what a person does about it
   */
  record Unusable(String reason, String remedy) implements TopicState {}
}
