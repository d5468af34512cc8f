import { describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createUser } from "#tests/factories/people.ts";
import { readDashboardChoice, saveDashboardChoice } from "./dashboard-choice.server.ts";

const db = openTestDb();
const somebody = async () =>
  (await createUser(db(), { role: "admin", customerId: await createCustomer(db()) })).actor;

describe("how somebody looks at their machines", () => {
  it("is nothing at first, and each choice is kept beside the other", async () => {
    const actor = await somebody();
    const read = () => readDashboardChoice({ db: db(), actor });
    expect(await read()).toEqual({ view: null, order: null });
    await saveDashboardChoice({ db: db(), actor }, { view: "list", order: null });
    await saveDashboardChoice({ db: db(), actor }, { view: null, order: "name" });
    expect(await read()).toEqual({ view: "list", order: "name" });
    await saveDashboardChoice({ db: db(), actor }, { view: "carousel", order: null });
    await saveDashboardChoice({ db: db(), actor }, { view: null, order: null });
    expect(await read()).toEqual({ view: "carousel", order: "name" });
  });

  it("is each person's own", async () => {
    const [actor, other] = [await somebody(), await somebody()];
    await saveDashboardChoice({ db: db(), actor }, { view: "list", order: "name" });
    expect(await readDashboardChoice({ db: db(), actor: other })).toEqual({
      view: null,
      order: null,
    });
  });
});
