package dev.waybill.outbox;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts the statements that are sent to the database. */
final class CountingDataSource extends DelegatingDataSource {

  private final AtomicInteger statements = new AtomicInteger();

  CountingDataSource(DataSource target) {
    super(target);
  }

  int statements() {
    return statements.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    return counting(Connection.class, super.getConnection());
  }

  private <T> T counting(Class<T> type, T target) {
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().startsWith("execute")) {
                statements.incrementAndGet();
              }
              try {
                Object result = method.invoke(target, arguments);
                if (result instanceof PreparedStatement statement) {
                  return counting(PreparedStatement.class, statement);
                }
                return result instanceof Statement statement
                    ? counting(Statement.class, statement)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(proxy);
  }
}
