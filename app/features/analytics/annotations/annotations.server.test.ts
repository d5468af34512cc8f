import { describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { createMachine } from "#tests/factories/people.ts";
import { openTwoCustomers, type Who } from "#tests/factories/two-customers.ts";
import { annotationView, newAnnotation } from "./annotation.ts";
import { addAnnotation, deleteAnnotation, listAnnotations } from "./annotations.server.ts";

const db = openTestDb();
const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const plant = openTwoCustomers(db);
const changed: string[] = [];
const as = (who: Who) => ({
  db: db(),
  now: NOW,
  actor: plant.actors[who],
  address: null,
  machineChanged: (deviceId: number, what: string) => void changed.push(`${deviceId} ${what}`),
});
const newMachine = async () =>
  String((await createMachine(db(), { facilityId: plant.facilityId, make: "Sun" })).id);
const note = (text: string, fromHours: number, hours = 1) => ({
  text,
  kind: "note" as const,
  startTime: NOW + fromHours * HOUR,
  endTime: NOW + (fromHours + hours) * HOUR,
});
const listed = (who: Who, device: string, fromHours = -100, hours = 200) =>
  listAnnotations(as(who), {
    device,
    startMs: NOW + fromHours * HOUR,
    endMs: NOW + (fromHours + hours) * HOUR,
  });

describe("notes on spans of a machine", () => {
  it("are read by everybody who sees the machine, in order of time, where they overlap the range", async () => {
    const machine = await newMachine();
    const late = await addAnnotation(as("user"), machine, note("New belt", -2));
    await addAnnotation(as("oem"), machine, { ...note("Vacuum drifts", -9), metric: "vacuum" });
    const texts = async (who: Who, from?: number, hours?: number) =>
      (await listed(who, machine, from, hours)).map(({ text }) => text);
    expect(await texts("colleague")).toEqual(["Vacuum drifts", "New belt"]);
    expect(await texts("oem")).toEqual(["Vacuum drifts", "New belt"]);
    expect(await texts("user", -1, 1)).toEqual([]);
    expect(await texts("user", -8, 1)).toEqual([]);
    expect(await texts("user", -9, 1)).toEqual(["Vacuum drifts"]);
    expect(changed).toEqual([`${machine} annotations`, `${machine} annotations`]);
    expect(annotationView.toJson(late)).toEqual({
      id: late.id,
      device_id: Number(machine),
      kind: "note",
      metric: null,
      text: "New belt",
      user_name: expect.stringMatching(/\S \S/),
      can_delete: true,
      start_time: new Date(NOW - 2 * HOUR).toISOString(),
      end_time: new Date(NOW - HOUR).toISOString(),
      created_at: new Date(NOW).toISOString(),
    });
  });

  it("are neither read nor written by somebody who does not see the machine", async () => {
    const machine = await newMachine();
    const { id } = await addAnnotation(as("user"), machine, note("Ours", -2));
    for (const work of [
      listed("foreign", machine),
      addAnnotation(as("foreign"), machine, note("Theirs", -2)),
      deleteAnnotation(as("foreign"), id),
      listed("user", "987654"),
    ])
      await expect(work).rejects.toMatchObject({ code: "not_found" });
    expect(await listed("user", machine)).toHaveLength(1);
  });

  it("are added once, however often the same form arrives", async () => {
    const machine = await newMachine();
    const sent = { key: "note-0001", contentHash: "a" };
    const send = (contentHash = "a") =>
      addAnnotation({ ...as("user"), sent: { ...sent, contentHash } }, machine, note("Twice", -2));
    const added = await Promise.all([send(), send()]);
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(await send()).toEqual(added[0]);
    expect(await listed("user", machine)).toHaveLength(1);
    await expect(send("b")).rejects.toMatchObject({ problem: { code: "sent_before" } });
  });

  it("are deleted by their author and by administrators, once", async () => {
    const machine = await newMachine();
    const own = await addAnnotation(as("user"), machine, note("Wrong hour", -2));
    const other = await addAnnotation(as("user"), machine, note("Wrong day", -3));
    expect((await listed("colleague", machine)).map(({ canDelete }) => canDelete)).toEqual([
      false,
      false,
    ]);
    expect((await listed("admin", machine)).map(({ canDelete }) => canDelete)).toEqual([
      true,
      true,
    ]);
    const byColleague = deleteAnnotation(as("colleague"), own.id);
    await expect(byColleague).rejects.toMatchObject({ code: "forbidden" });
    await deleteAnnotation(as("user"), own.id);
    await deleteAnnotation(as("admin"), other.id);
    await expect(deleteAnnotation(as("user"), own.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await listed("user", machine)).toEqual([]);
  });
});

describe("what a note may be", () => {
  const span = { start_time: NOW, end_time: NOW + HOUR };
  const wrong = (input: object) =>
    newAnnotation.safeParse(input).error?.issues.map(({ path }) => path.join("."));
  it("is words on a span that ends after it starts and is no longer than a chart", () => {
    expect(newAnnotation.parse({ text: " Belt ", ...span })).toEqual({
      text: "Belt",
      kind: "note",
      ...span,
    });
    expect(wrong({ text: " ", ...span })).toEqual(["text"]);
    expect(wrong({ text: "x".repeat(501), ...span })).toEqual(["text"]);
    expect(wrong({ text: "Belt", start_time: NOW, end_time: NOW })).toEqual(["end_time"]);
    expect(wrong({ text: "Belt", start_time: 0, end_time: NOW })).toEqual(["end_time"]);
    expect(wrong({ text: "Belt", ...span, kind: "alarm" })).toEqual(["kind"]);
  });
  it("needs no words where somebody looked at what was abnormal", () => {
    expect(wrong({ kind: "looked_at", metric: "vacuum", ...span })).toBeUndefined();
  });
});
