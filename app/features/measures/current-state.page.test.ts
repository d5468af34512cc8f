/** The current state's tab as its route answers it: what is loaded for whom, and what its forms do. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { openPages, visit } from "#tests/factories/pages.ts";
import { createMachine, createPlant, createSession, NOW } from "#tests/factories/people.ts";
import type { Measure, SeenMeasure } from "./measure.ts";

const db = openTestDb();
const tokens: Record<string, string> = {};
let facilityId: number;
let pages: Awaited<ReturnType<typeof openPages>>;
beforeAll(async () => {
  pages = await openPages();
  const plant = await createPlant(db());
  facilityId = plant.facilityId;
  for (const role of ["user", "admin", "superuser"] as const)
    tokens[role] = (await createSession(db(), plant[role])).token;
}, 3_600_000);

const newMachine = async () => (await createMachine(db(), { facilityId, make: "Sun" })).id;
const LATEST: LatestValues = {
  machine_speed: { value: 181.5, timeMs: NOW - 1_000 },
  belt_f: { value: 140, timeMs: NOW - 1_000 },
};
type Tab = {
  measures: Measure[];
  latest: LatestValues | null;
  tags: string[] | null;
  showKiwiplan: boolean;
  seen: Record<string, SeenMeasure>;
};
const TAB = "routes/_app.machines.$id.machine_health";

async function open(who: string, machine: number, recorder: Partial<RecorderPort> = {}) {
  const answers = {
    latest: (metrics: string[] | null) => Promise.resolve(metrics === null ? LATEST : {}),
    metrics: () => Promise.resolve(["belt_10", "belt_9", "machine_speed"]),
    ...recorder,
  };
  const path = `/machines/${machine}/machine_health`;
  const world = { db: db(), now: NOW, recorder: answers };
  const { status, body } = await visit(pages.handle, world, path, { token: tokens[who] });
  return { status, tab: (JSON.parse(body) as Record<string, Tab>)[TAB]! };
}
async function send(who: string, machine: number, form: Record<string, string>) {
  const path = `/machines/${machine}/machine_health`;
  const { status } = await visit(pages.handle, { db: db(), now: NOW }, path, {
    token: tokens[who],
    form,
  });
  return status;
}
const BELT = {
  title: "Correa",
  human_key: "belt_f",
  category: "converting",
  type: "float",
  units: "°F",
  precision: "1",
};

describe("the tab", () => {
  it("loads cards and newest values for everybody, and tags to choose from for privileged people", async () => {
    const machine = await newMachine();
    const { tab } = await open("user", machine);
    expect(tab.latest).toEqual(LATEST);
    expect(tab.tags).toBeNull();
    expect(tab.showKiwiplan).toBe(false);
    expect(tab.measures.map(({ humanKey }) => humanKey)).toContain("machine_speed");
    expect(tab.measures.filter(({ category }) => category === "kiwiplan")).toEqual([]);
    expect((await open("admin", machine)).tab.tags).toEqual(["belt_9", "belt_10", "machine_speed"]);
    expect((await open("superuser", machine)).tab.showKiwiplan).toBe(true);
  });

  it("shows its cards also while the newest values cannot be read", async () => {
    const machine = await newMachine();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const latest = (metrics: string[] | null) =>
      metrics === null ? Promise.reject(new Error("away")) : Promise.resolve({});
    const { status, tab } = await open("admin", machine, {
      latest,
      metrics: () => Promise.reject(new Error("away")),
    });
    expect(logged).toHaveBeenCalledTimes(2);
    expect([status, tab.latest, tab.tags]).toEqual([200, null, []]);
    expect(tab.measures.length).toBeGreaterThan(20);
  });
});

describe("its forms", () => {
  it("add, change, delete and reset", async () => {
    const machine = await newMachine();
    const belt = async () =>
      (await open("admin", machine)).tab.measures.find(({ humanKey }) => humanKey === "belt_f");
    expect(await send("admin", machine, { intent: "add", ...BELT })).toBe(200);
    const added = (await belt())!;
    expect(added).toMatchObject({ title: "Correa", units: "°F", precision: 1, type: "float" });
    expect(await send("admin", machine, { intent: "add", ...BELT })).toBe(422);

    const id = String(added.id);
    const codes = { "encoding[0].from": "1", "encoding[0].to": "On" };
    const coded = { ...BELT, type: "encoded", units: "", ...codes };
    expect(await send("admin", machine, { intent: "change", id, ...coded })).toBe(200);
    expect(await belt()).toMatchObject({ type: "encoded", encoding: [{ from: "1", to: "On" }] });
    const bare = { ...coded, "encoding[0].to": "" };
    expect(await send("admin", machine, { intent: "change", id, ...bare })).toBe(422);

    expect(await send("admin", machine, { intent: "delete", id, title: "Correa" })).toBe(200);
    expect(await belt()).toBeUndefined();
    // Somebody deleted it already: what was wanted.
    expect(await send("admin", machine, { intent: "delete", id, title: "Correa" })).toBe(200);

    await send("admin", machine, { intent: "add", ...BELT });
    expect(await send("admin", machine, { intent: "reset" })).toBe(200);
    expect(await belt()).toBeUndefined();
  });

  it("say that an abnormal measure was looked at, and take it back, for privileged people", async () => {
    const machine = await newMachine();
    const latest = () =>
      Promise.resolve({ belt_f: { value: 140, timeMs: NOW - 1_000, adFlag: true } });
    const seen = async (who: string) => (await open(who, machine, { latest })).tab.seen;
    const mark = { intent: "seen", human_key: "belt_f" };
    expect(await send("user", machine, mark)).toBe(403);
    expect(await seen("user")).toEqual({});
    expect(await send("admin", machine, mark)).toBe(200);
    expect(await seen("user")).toMatchObject({
      belt_f: { userName: "Kim Lee", at: expect.any(Number) },
    });
    const id = String((await seen("admin")).belt_f!.id);
    expect(await send("user", machine, { intent: "unseen", id })).toBe(403);
    expect(await send("admin", machine, { intent: "unseen", id })).toBe(200);
    // Somebody took it back already: what was wanted.
    expect(await send("admin", machine, { intent: "unseen", id })).toBe(200);
    expect(await seen("user")).toEqual({});
    expect(await send("admin", machine, { intent: "seen", human_key: "" })).toBe(422);
  });

  it("keep the metric's own words as nobody's, in whichever language they were sent back", async () => {
    const machine = await newMachine();
    const find = async () =>
      (await open("admin", machine)).tab.measures.find(
        ({ humanKey }) => humanKey === "sheets_per_hour",
      )!;
    const { id } = await find();
    const shown = { human_key: "sheets_per_hour", category: "productivity", type: "float" };
    const own = { ...shown, title: "Láminas por hora", units: "láminas/h", precision: "2" };
    expect(await send("admin", machine, { intent: "change", id: String(id), ...own })).toBe(200);
    expect(await find()).toMatchObject({ title: null, units: null, precision: 2 });
  });

  it("are refused to users", async () => {
    const machine = await newMachine();
    for (const intent of ["add", "reset"])
      expect([intent, await send("user", machine, { intent, ...BELT })]).toEqual([intent, 403]);
    const { id } = (await open("user", machine)).tab.measures[0]!;
    for (const intent of ["change", "delete"])
      expect(await send("user", machine, { intent, id: String(id), ...BELT })).toBe(403);
  });
});
