package dev.waybill.relay.publish;

/** Whether a handler's topic takes records now. */
public sealed interface TopicState {

  /**
   * It does.
   *
   * @param maxBytes the largest record batch that it takes
   * @param compressed whether records are compressed on their way into it, by whomever
   */
  record Usable(long maxBytes, boolean compressed) implements TopicState {}

  /**
   * It does not, and a send could block or fail everyone's transaction.
   *
   * @param reason what is the case, with the cluster's own words
   * @param remedy what a person does about it
   */
  record Unusable(String reason, String remedy) implements TopicState {}
}
