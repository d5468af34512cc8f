import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries, components, events, serviceTiers } from "#app/db/schema/index.ts";
import type { Problem } from "#app/domain/problems.ts";
import { parseForm } from "#app/kit/forms/parse-form.ts";
import { sendForm, type FormFields } from "#tests/factories/actions.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { openPages } from "#tests/factories/pages.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import type { EventDone } from "./events.page.server.ts";
import { eventForm, eventFormAt } from "./schemas.ts";

const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const TOLD = { name: "Belt torn", start_at: at(-90), end_at: at(-30) };

describe("the contract of the form", () => {
  const wrong = (fields: Record<string, string>, schema = eventFormAt(NOW)) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const { status, error } = parseForm(form, schema) as {
      status?: string;
      error?: Record<string, Problem[] | null> | null;
    };
    const codes = Object.entries(error ?? {}).map(([name, of]) => [name, of?.[0]?.code]);
    return status === "success" ? null : Object.fromEntries(codes);
  };

  it("asks for a name and a time range, and for nothing else", () => {
    const empty: Record<string, string>[] = [{}, { name: "", start_at: "", end_at: "" }];
    for (const fields of empty)
      expect(wrong(fields)).toEqual({ name: "required", start_at: "required", end_at: "required" });
    expect(wrong({ ...TOLD, downtime_start_at: "", downtime_end_at: "" })).toBeNull();
    expect(wrong(TOLD)).toBeNull();
  });

  it("knows no end before its start, and no downtime with one end", () => {
    expect(wrong({ ...TOLD, end_at: TOLD.start_at })).toEqual({ end_at: "later_than" });
    expect(wrong({ ...TOLD, downtime_start_at: at(-80) })).toEqual({
      downtime_end_at: "required",
    });
    expect(wrong({ ...TOLD, is_downtime: "on" })).toEqual({
      downtime_start_at: "required",
      downtime_end_at: "required",
    });
    expect(wrong({ ...TOLD, downtime_start_at: at(-80), downtime_end_at: at(-85) })).toEqual({
      downtime_end_at: "later_than",
    });
  });

  it("knows no future where it knows the time", () => {
    expect(wrong({ ...TOLD, end_at: at(5) })).toEqual({ end_at: "future" });
    expect(wrong({ ...TOLD, end_at: at(0) })).toBeNull();
    expect(wrong({ ...TOLD, end_at: at(5) }, eventForm)).toBeNull();
  });

  it("asks for the component of each intervention", () => {
    expect(
      wrong({
        ...TOLD,
        "interventions[0].type": "REPLACE",
        "interventions[0].component_id": "",
        "interventions[1].type": "CLEAN",
        "interventions[1].component_id": "3",
      }),
    ).toEqual({ "interventions[0].component_id": "required" });
  });
});

describe("the form of an event", () => {
  const db = openTestDb();
  let router: Awaited<ReturnType<typeof openPages>>;
  let machine: number;
  let component: number;
  const tokens = {} as Record<"author" | "other", string>;

  beforeAll(async () => {
    router = await openPages();
    await db().insert(serviceTiers).values({ id: 1, name: "Tier 1", ui: true, events: true });
    const customerId = await createCustomer(db());
    const facilityId = await createFacility(db(), customerId);
    machine = (await createMachine(db(), { facilityId, serviceTierId: 1 })).id;
    const [made] = await db()
      .insert(components)
      .values({ name: "Belt" })
      .returning({ id: components.id });
    component = made!.id;
    for (const who of ["author", "other"] as const) {
      const { actor } = await createUser(db(), { role: "admin", customerId });
      tokens[who] = (await createSession(db(), actor)).token;
    }
  });

  const send = (form: FormFields, who: "author" | "other" = "author") =>
    sendForm<EventDone>(
      router,
      { db: db(), now: NOW },
      `/machines/${machine}/event_forms`,
      form,
      tokens[who],
    );
  const report = (form: FormFields = {}) => send({ intent: "report", ...TOLD, ...form });

  it("reports one with what was done about it", async () => {
    const { done } = await report({
      notes: "twice",
      "interventions[0].type": "REPLACE",
      "interventions[0].component_id": String(component),
      "interventions[0].component_part_number": "P-1",
      "interventions[0].reason_id": "",
    });
    expect(done!.event).toMatchObject({
      ...{ device_id: machine, ...TOLD, notes: "twice", downtime_start_at: null },
      interventions: [{ type: "REPLACE", component_part_number: "P-1", reason_id: null }],
    });
  });

  it("names the field that only Helios could refuse", async () => {
    const { status, errors } = await report({
      "interventions[0].type": "REPLACE",
      "interventions[0].component_id": "987654",
    });
    expect([status, errors]).toEqual([422, { "interventions[0].component_id": "part_of_machine" }]);
    expect((await report({ end_at: at(10) })).errors).toEqual({ end_at: "future" });
  });

  it("changes one for its author alone: what is emptied is gone, and nothing is written of what stays", async () => {
    const { id } = (
      await report({ notes: "x", downtime_start_at: at(-90), downtime_end_at: at(-30) })
    ).done!.event;
    const change = (form: FormFields, who?: "other") =>
      send({ intent: "change", id: String(id), ...TOLD, ...form }, who);
    const told = () => db().$count(auditEntries, eq(auditEntries.action, "event.changed"));
    const { done } = await change({ notes: "" });
    expect(done!.event).toMatchObject({ notes: null, downtime_start_at: null, start_at: at(-90) });
    const before = await told();
    expect((await change({})).done!.event.changed_at).toBe(done!.event.changed_at);
    expect(await told()).toBe(before);
    expect((await change({ name: "Mine" }, "other")).errors).toEqual({ "": "forbidden" });
    expect((await db().select().from(events).where(eq(events.id, id)).get())!.name).toBe(TOLD.name);
  });
});
