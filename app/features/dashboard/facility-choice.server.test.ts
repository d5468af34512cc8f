import { describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createFacility, createUser } from "#tests/factories/people.ts";
import { listFacilityChoices, saveFacilityChoice } from "./facility-choice.server.ts";

const db = openTestDb();
const shown = async (actor: Parameters<typeof listFacilityChoices>[0]["actor"]) =>
  (await listFacilityChoices({ db: db(), actor }))
    .filter(({ active }) => active)
    .map(({ id }) => id);

async function plant() {
  const customerId = await createCustomer(db());
  const [first, second] = [
    await createFacility(db(), customerId),
    await createFacility(db(), customerId),
  ];
  const { actor } = await createUser(db(), { role: "admin", customerId });
  return { customerId, first, second, actor };
}

describe("the facilities of a dashboard", () => {
  it("are all shown until some are taken away, and a new one shows by itself", async () => {
    const { customerId, first, second, actor } = await plant();
    expect(await shown(actor)).toEqual([first, second]);
    await saveFacilityChoice({ db: db(), actor }, [second]);
    expect(await shown(actor)).toEqual([second]);
    const third = await createFacility(db(), customerId);
    expect(await shown(actor)).toEqual([second, third]);
    await saveFacilityChoice({ db: db(), actor }, []);
    expect(await shown(actor)).toEqual([]);
    await saveFacilityChoice({ db: db(), actor }, [first, second, third]);
    expect(await shown(actor)).toEqual([first, second, third]);
  });

  it("are each person's own", async () => {
    const { customerId, first, second, actor } = await plant();
    const { actor: colleague } = await createUser(db(), { role: "admin", customerId });
    await saveFacilityChoice({ db: db(), actor }, [first]);
    expect(await shown(colleague)).toEqual([first, second]);
  });

  it("of others are neither listed nor changed", async () => {
    const { first, actor } = await plant();
    const foreign = await plant();
    await saveFacilityChoice({ db: db(), actor }, [first, foreign.first]);
    expect(await shown(actor)).toEqual([first]);
    expect(await shown(foreign.actor)).toEqual([foreign.first, foreign.second]);
  });
});
