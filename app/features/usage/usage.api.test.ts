import { expect, it } from "vitest";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi, testContext } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createSession, createUser, NOW } from "#tests/factories/people.ts";

const db = openTestDb();

it("answers ids and a role, and no token where the agent is off; any other key does not exist", async () => {
  const customerId = await createCustomer(db());
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  const ask = (path: string, mode: "local" | "production" = "local") =>
    callApi({ db: db(), now: NOW, mode }, v1, path, { token });
  const { status, body } = await ask("/v1/pendo/config");
  expect([status, body]).toEqual([
    200,
    {
      data: {
        token: null,
        config: {
          ...{ enabled: false, host: null, role: "admin" },
          ...{ visitor_id: actor.userId, account_id: customerId },
        },
      },
    },
  ]);
  expect((await ask("/v1/pendo/other")).status).toBe(404);
  expect((await callApi({ db: db(), now: NOW }, v1, "/v1/pendo/config", {})).status).toBe(401);
});

it("answers the agent's key where it is on", async () => {
  const { actor } = await createUser(db(), { role: "superuser" });
  const { token } = await createSession(db(), actor, Date.now());
  // Deployed, the clock is the real one.
  const context = testContext({ db: db(), now: NOW });
  Object.assign(context.cloudflare.env, { HELIOS_MODE: "staging", PENDO_AGENT: "k-1" });
  const answer = (await v1.loader({
    request: new Request("https://helios.test/v1/pendo/config", {
      headers: { Authorization: `Bearer ${token}` },
    }),
    params: {},
    context,
  })) as Response;
  expect(await answer.json()).toMatchObject({
    data: { token: "k-1", config: { enabled: true, host: "https://cdn.pendo.io" } },
  });
});
