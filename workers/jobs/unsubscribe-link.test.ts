import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { settings } from "#app/db/schema/index.ts";
import { readSubscription, unsubscribeLinks } from "#app/features/people/subscription.server.ts";
import { requireLinkSecret } from "#app/platform/link-secret.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createUser } from "#tests/factories/people.ts";
import type { JobsEnv, WebEnv } from "#app/platform/env.ts";

const db = openTestDb();
type Env = Pick<JobsEnv & WebEnv, "HELIOS_MODE" | "LINK_SECRET">;
const secretOf = (env: Env) => ({ linkSecret: () => requireLinkSecret(db(), env) });
/** The token of the link that a job in `env` puts into a mail. */
async function signedBy(env: Env, userId: number): Promise<string> {
  const { page } = await unsubscribeLinks(
    { ...secretOf(env), publicOrigin: "https://helios.test" },
    userId,
  );
  return new URL(page).searchParams.get("token") ?? "";
}
const isOpened = async (env: Env, token: string) =>
  (await readSubscription({ ...secretOf(env), db: db() }, { token })) !== null;

it.each<[string, Env]>([
  ["in local mode, by the secret that is kept in D1", { HELIOS_MODE: "local" }],
  [
    "deployed, by the secret that both were given",
    { HELIOS_MODE: "production", LINK_SECRET: "s".repeat(43) },
  ],
])("a job signs unsubscribe links that the web Worker opens: %s", async (_, env) => {
  const { actor } = await createUser(db(), { role: "user" });
  const token = await signedBy(env, actor.userId);
  expect(await isOpened(env, token)).toBe(true);
  expect(await isOpened({ HELIOS_MODE: "production", LINK_SECRET: "another" }, token)).toBe(false);
});

it("two Workers that draw the local secret at the same time keep one", async () => {
  await db().delete(settings).where(eq(settings.key, "link_secret"));
  const drawn = await Promise.all(
    Array.from({ length: 8 }, () => secretOf({ HELIOS_MODE: "local" }).linkSecret()),
  );
  expect(new Set(drawn).size).toBe(1);
});

it("a deployed job that was given none signs nothing, and says where that is told", async () => {
  const { actor } = await createUser(db(), { role: "user" });
  await expect(signedBy({ HELIOS_MODE: "staging" }, actor.userId)).rejects.toThrow(
    "LINK_SECRET is not set; docs/deploy.md says how",
  );
});
