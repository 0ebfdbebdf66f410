# The services as images: `docker build --target cdc-relay .`; docker-compose.yml builds them all. No image holds a
# password or a default for one, and none runs as root.

FROM eclipse-temurin:17-jdk AS build
WORKDIR /waybill
COPY . .
RUN ./mvnw -B -ntp package -Dmaven.test.skip=true -Dspotless.check.skip=true \
      -pl cdc-relay,writer-service/activity-service,handlers/timeline,handlers/dashboard,handlers/notification,operations/cli -am

FROM eclipse-temurin:17-jre AS runtime
RUN useradd --system --no-create-home waybill
WORKDIR /waybill
USER waybill
# Inside a container, loopback would be out of everybody's reach.
ENV SERVER_ADDRESS=0.0.0.0 \
    JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=75 -XX:+ExitOnOutOfMemoryError"

FROM runtime AS activity-service
COPY --from=build /waybill/writer-service/activity-service/target/activity-service-exec.jar service.jar
EXPOSE 8080 8130
ENTRYPOINT ["java", "-jar", "service.jar"]

FROM runtime AS cdc-relay
COPY --from=build /waybill/cdc-relay/target/cdc-relay-exec.jar service.jar
EXPOSE 8090
ENTRYPOINT ["java", "-jar", "service.jar"]

FROM runtime AS timeline
COPY --from=build /waybill/handlers/timeline/target/timeline-exec.jar service.jar
EXPOSE 8100
ENTRYPOINT ["java", "-jar", "service.jar"]

FROM runtime AS dashboard
COPY --from=build /waybill/handlers/dashboard/target/dashboard-exec.jar service.jar
EXPOSE 8110
ENTRYPOINT ["java", "-jar", "service.jar"]

FROM runtime AS notification
COPY --from=build /waybill/handlers/notification/target/notification-exec.jar service.jar
EXPOSE 8120
ENTRYPOINT ["java", "-jar", "service.jar"]

FROM runtime AS cli
COPY --from=build /waybill/operations/cli/target/waybill-cli-exec.jar waybill.jar
# As in the checkout, side by side: subscriptions are checked against the contracts.
COPY schemas/events events
COPY schemas/subscriptions subscriptions
ENTRYPOINT ["java", "-jar", "waybill.jar"]
