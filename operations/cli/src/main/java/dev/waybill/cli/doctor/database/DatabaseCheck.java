package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.List;

/** Looks at one thing, by short reads. */
interface DatabaseCheck {

  /** The name of its main finding, for when it cannot look. */
  String name();

  List<Finding> run(Reader database) throws SQLException;
}
