import { expect, it } from "vitest";
import { RESETS_PER_ACCOUNT } from "#app/domain/access/limits.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW } from "#tests/factories/people.ts";
import { consumeLimit } from "./rate-limit.server.ts";

const db = openTestDb();
const take = (now: number) => consumeLimit({ db: db(), now }, RESETS_PER_ACCOUNT, "somebody");

it("what a clock counted that was set back since holds nobody up", async () => {
  for (let hit = 0; hit <= RESETS_PER_ACCOUNT.most; hit++) await take(NOW + DAY_MS);
  expect(await take(NOW + DAY_MS)).not.toBeNull();
  expect(await take(NOW)).toBeNull();
});
