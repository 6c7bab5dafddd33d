"""search_customers and read_contract, checked against the database."""

import sqlite3
import unittest

from desk import DeskmateTest


class CustomersTest(DeskmateTest):
    def names(self, server, tenant, query):
        found = self.done(server.call("search_customers", {"tenant_id": tenant, "query": query}))
        self.assertEqual(found["tenant_id"], tenant)
        return [customer["name"] for customer in found["customers"]]

    def test_a_query_is_text_and_never_sql_or_a_pattern(self):
        server = self.start()
        for query in ["%", "_", "' OR '1'='1", "'; DROP TABLE customers; --", "\0"]:
            self.assertEqual(self.names(server, "acme", query), [], query)
        for tenant in ["", "%", "ACME", "acme' OR '1'='1", "acme\0"]:
            self.refused(server.call("search_customers", {"tenant_id": tenant, "query": ""}), "no such tenant")
            self.refused(server.call("read_contract", {"tenant_id": tenant, "customer": "Kim Example"}),
                         "no such tenant")
        self.assertEqual(len(self.names(server, "acme", "")), 3)

    def test_the_server_serves_every_tenant_that_is_named(self):
        server = self.start()
        self.assertEqual(self.names(server, "acme", ""), ["Kim Example", "Robin Sample", "Sasha Dummy"])
        self.assertEqual(self.names(server, "globex", ""), ["Lee Testcase", "Max Nobody"])
        self.assertEqual(self.names(server, "acme", "TEAM"), ["Robin Sample", "Sasha Dummy"])
        self.assertEqual(self.names(server, "acme", "kim@"), ["Kim Example"])
        self.assertEqual(self.names(server, "acme", "Lee"), [])

    def test_answers_come_from_the_database(self):
        server = self.start()
        with sqlite3.connect(self.desk / "customers.db") as database:
            database.execute("INSERT INTO customers VALUES ('acme', 'Añadido', 'a@acme.example', '1', 'free')")
        database.close()
        self.assertEqual(self.names(server, "acme", "Añ"), ["Añadido"])

    def test_contracts_belong_to_one_tenant(self):
        server = self.start()
        contract = self.done(server.call("read_contract", {"tenant_id": "acme", "customer": "Kim Example"}))["contract"]
        self.assertEqual(contract["number"], "A-1002")
        self.assertEqual(contract["amount_per_year"], 28000)
        self.refused(server.call("read_contract", {"tenant_id": "acme", "customer": "Lee Testcase"}), "no contract")
        self.refused(server.call("read_contract", {"tenant_id": "acme", "customer": "Sasha Dummy"}), "no contract")


if __name__ == "__main__":
    unittest.main()
