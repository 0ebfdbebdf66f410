package dev.waybill.handler.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.Upcaster;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.startup.StartRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import tools.jackson.databind.node.ObjectNode;

class HandlerScannerTest {

  private static final String SUBSCRIPTION =
      """
      handler: parcels
      owner: test-team
      subscribes:
        - type: parcel.moved
          versions: [1, 2]
      """;

  private final StaticListableBeanFactory beans = new StaticListableBeanFactory();

  @Test
  void findsAHandlerAndPrintsIt() {
    beans.addBean("good", new Good());

    List<HandlerDefinition> found = scan();

    assertThat(found).hasSize(1);
    assertThat(TopologyTable.of(found))
        .isEqualTo(
            """
            handler  topic            group            partitions  types
            parcels  waybill.parcels  waybill.parcels  3           parcel.moved v1+v2""");
  }

  @Test
  void findsTheWayFromAnOldVersionToTheNewest() {
    beans.addBean("good", new Good());
    Upcaster first = new Step(1);
    beans.addBean("step", first);

    HandlerDefinition handler = scan().get(0);

    assertThat(handler.method(new MessageType("parcel.moved", 1)).orElseThrow().upcasters())
        .containsExactly(first);
    assertThat(handler.method(new MessageType("parcel.moved", 2)).orElseThrow().upcasters())
        .isEmpty();
  }

  @Test
  void refusesTwoUpcastersOfOneVersion() {
    beans.addBean("good", new Good());
    beans.addBean("one", new Step(1));
    beans.addBean("other", new Step(1));

    refuses("both rewrite parcel.moved v1", "Keep one");
  }

  @Test
  void refusesAWayThatEndsBeforeTheNewestVersion() {
    assertThatThrownBy(() -> new Upcasts(List.of(new Step(1))).chain("parcel.moved", 1, 3))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContainingAll("rewritten up to v2", "reads v3", "Upcaster from version 2");
  }

  private record Step(int fromVersion) implements Upcaster {

    @Override
    public String type() {
      return "parcel.moved";
    }

    @Override
    public ObjectNode upcast(ObjectNode payload) {
      return payload;
    }
  }

  @Test
  void refusesAnApplicationWithoutAHandler() {
    refuses("has no handler", "@WaybillHandler");
  }

  @Test
  void refusesTwoBeansOfOneId() {
    beans.addBean("one", new Good());
    beans.addBean("other", new Good());

    refuses("one", "other", "both are handler parcels", "its own id");
  }

  @Test
  void refusesASubscribedVersionWithoutAMethod() {
    beans.addBean("half", new Half());

    refuses("subscribes to parcel.moved v2", "no method", "Add a method");
  }

  @Test
  void refusesAMethodForWhatIsNotSubscribed() {
    beans.addBean("eager", new Eager());

    refuses("Eager.on", "parcel.moved v3", "does not subscribe", "or remove the method");
  }

  @Test
  void refusesAnUnknownType() {
    beans.addBean("unknown", new Unknown());

    refuses("parcel.vanished v1", "unknown type", "META-INF/waybill/events/parcel.vanished/");
  }

  @Test
  void refusesAMethodOfAnotherShape() {
    beans.addBean("shape", new Shape());

    refuses("Shape.on is no handler method", "void on(Event event, Delivery delivery)");
  }

  @Test
  void refusesAnIdThatIsNone() {
    beans.addBean("named", new Named());

    refuses("Parcels", "lower-case");
  }

  @Test
  void refusesAHandlerWithoutASubscription() {
    beans.addBean("lonely", new Lonely());

    assertThatThrownBy(
            () ->
                new HandlerScanner(
                        beans,
                        new ClassPathSubscriptions(getClass().getClassLoader()),
                        getClass().getClassLoader())
                    .scan())
        .hasMessageContaining(
            "META-INF/waybill/subscriptions/lonely.yaml is not on the class path");
  }

  private void refuses(String... words) {
    assertThatThrownBy(this::scan)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContainingAll(words);
  }

  private List<HandlerDefinition> scan() {
    return new HandlerScanner(
            beans,
            handler -> SubscriptionFiles.parse("parcels.yaml", SUBSCRIPTION),
            getClass().getClassLoader())
        .scan();
  }

  @WaybillHandler(id = "parcels")
  static class Good {

    @Handles(
        type = "parcel.moved",
        versions = {1, 2})
    void on(Object event, Delivery delivery) {}
  }

  @WaybillHandler(id = "parcels")
  static class Half {

    @Handles(type = "parcel.moved", versions = 1)
    void on(Object event) {}
  }

  @WaybillHandler(id = "parcels")
  static class Eager {

    @Handles(
        type = "parcel.moved",
        versions = {1, 2, 3})
    void on(Object event) {}
  }

  @WaybillHandler(id = "parcels")
  static class Unknown {

    @Handles(type = "parcel.vanished", versions = 1)
    void on(Object event) {}
  }

  @WaybillHandler(id = "parcels")
  static class Shape {

    @Handles(
        type = "parcel.moved",
        versions = {1, 2})
    String on(Object event) {
      return "done";
    }
  }

  @WaybillHandler(id = "Parcels")
  static class Named {}

  @WaybillHandler(id = "lonely")
  static class Lonely {}
}
