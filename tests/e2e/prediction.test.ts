/** The downtime risk as a person and a program see it: the number with its horizon, and the reasons where there is none. */
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, openAs } from "#tests/browser.ts";
import { openLocalDatabase } from "#tests/local-database.ts";
import { VIEWS, visitIn } from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

/** One machine of each make, in one facility. */
const ADMIN = "admin@globex.example";
const browser = await journeyBrowser();
let db: DatabaseSync;

/** What the jobs Worker writes after two weeks of history: a journey cannot wait for that. */
beforeAll(async () => {
  db = openLocalDatabase(sharedHelios().dataDir);
});
afterAll(async () => {
  db?.exec("delete from downtime_predictions; delete from prediction_models");
  db?.close();
});

/** The job may have been there before: it learns one make at every run. */
const learn = (make: string, status: string) =>
  db
    .prepare(
      "insert or replace into prediction_models (make, status, report, trained_at) values (?, ?, ?, ?)",
    )
    .run(make, status, '{"days":30}', Date.now());
const tell = (deviceId: number, prediction: number | null, reason: string | null) =>
  db
    .prepare(
      "insert or replace into downtime_predictions (device_id, prediction, horizon_minutes, reason, predicted_at) values (?, ?, 240, ?, ?)",
    )
    .run(deviceId, prediction, reason, Date.now());

describe("the downtime risk", () => {
  test("is told by machine over /v1, with its horizon or the reason", async () => {
    const { origin } = sharedHelios();
    const token = await signIn(origin, ADMIN);
    const devices = await listDevices(origin, token);
    const idOf = (wanted: string): number => devices.find(({ make }) => make === wanted)!.id;
    const [sun, lmc, ward, fosber] = ["Sun", "LMC", "Ward", "Fosber"].map(idOf) as [
      number,
      number,
      number,
      number,
    ];
    learn("Sun", "ready");
    learn("LMC", "ready");
    learn("Ward", "no_better_than_rate");
    tell(sun, 0.9234, null);
    tell(lmc, null, "machine_off");
    tell(ward, 0.5, null);
    const asked = [sun, lmc, ward, fosber].map((id) => `device_ids[]=${id}`).join("&");
    expect(await call(origin, `/v1/devices/downtime_predictions?${asked}`, { token })).toEqual({
      data: {
        [sun]: { prediction: 0.9234, horizon: 240, reason: null },
        [lmc]: { prediction: null, horizon: 240, reason: "machine_off" },
        [ward]: { prediction: null, horizon: 240, reason: "no_better_than_rate" },
        [fosber]: { prediction: null, horizon: 240, reason: "too_little_data" },
      },
    });
    // A machine that never sent anything has a card without gauges.
    for (const { id } of devices) {
      const { key } = await createSampler(origin, token, id);
      await postBatch(origin, key, [
        { times: [Date.now()], tags: { machine_state: ["running"], machine_speed: [171] } },
      ]);
    }
  });

  test("is seen on the machine's card", async () => {
    // Spanish, whose percent stands apart from its number.
    const view = VIEWS[1];
    const { origin } = sharedHelios();
    const { context, page, errors } = await visitIn(browser, origin, view);
    await openAs(page, origin, ADMIN);
    const { gauge, need, noRiskShort, riskBand, riskRing } = view.words;
    const horizon = riskRing.caption.replace("{{time}}", "4\u00a0h");
    const reasons = (["no_better_than_rate", "too_little_data"] as const).map((reason) =>
      need.noForecast.replace("{{why}}", noRiskShort[reason]),
    );
    const rings = () =>
      page
        .locator('article [role="img"]')
        .evaluateAll((gauges) => gauges.map((each) => each.getAttribute("aria-label")));
    const told = () => page.locator("article [data-risk]").allInnerTexts();
    // A recorder that answers late has its card without a word on it until its first live value. A risk that is not high
    // has no ring.
    await expect
      .poll(rings)
      .toContain(`${gauge.riskLong}: 92.3\u00a0%, ${riskBand.poor}: ${horizon}`);
    await expect.poll(told).toEqual(expect.arrayContaining(reasons));
    expect(errors).toEqual([]);
    await context.close();
  });
});
