/**
 * Files of a workerd test project share one workerd. Each begins with nothing stored in any binding, with no object of the
 * file before, with modules of its own, as a new process would, and with D1 at the newest migration.
 */
import { applyD1Migrations, reset, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, vi } from "vitest";

await reset();
vi.resetModules();

beforeAll(async () => {
  const { DB, TEST_MIGRATIONS } = env as unknown as {
    DB: D1Database;
    TEST_MIGRATIONS: D1Migration[];
  };
  await applyD1Migrations(DB, TEST_MIGRATIONS);
});
