/** Brings the D1 of a workerd test project to the newest migration before the tests of a file. */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";

beforeAll(async () => {
  const { DB, TEST_MIGRATIONS } = env as unknown as {
    DB: D1Database;
    TEST_MIGRATIONS: D1Migration[];
  };
  await applyD1Migrations(DB, TEST_MIGRATIONS);
});
