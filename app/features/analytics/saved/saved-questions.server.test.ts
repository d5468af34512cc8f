import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { savedQuestions, serviceTiers } from "#app/db/schema/index.ts";
import { MAX_SAVED_QUESTIONS_PER_USER } from "#app/domain/limits.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createMachine, createUser } from "#tests/factories/people.ts";
import { openTwoCustomers, type Who } from "#tests/factories/two-customers.ts";
import { newSavedQuestion, savedQuestionView } from "./saved-question.ts";
import {
  deleteSavedQuestion,
  listSavedQuestions,
  openSavedQuestion,
  saveQuestion,
} from "./saved-questions.server.ts";

const db = openTestDb();
const NOW = Date.UTC(2026, 10, 20, 12);
const plant = openTwoCustomers(db);
beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 1, name: "Without", ui: true },
      { id: 3, name: "With", ui: true, reports: true },
    ]);
});
const as = (who: Who) => ({ db: db(), now: NOW, actor: plant.actors[who], address: null });
const newMachine = async (serviceTierId = 3) =>
  String(
    (await createMachine(db(), { facilityId: plant.facilityId, make: "Sun", serviceTierId })).id,
  );
const question = (name: string, isShared = false) => ({
  name,
  search: "date_range=7d&metrics=machine_speed",
  isShared,
});
const names = async (who: Who, device: string) =>
  (await listSavedQuestions(as(who), device)).map(({ name }) => name);

describe("saved questions of a machine", () => {
  it("are found by their author, and by all who see the machine where they are shared, by name", async () => {
    const machine = await newMachine();
    const own = await saveQuestion(as("user"), machine, question("my speed"));
    await saveQuestion(as("user"), machine, question("Board", true));
    await saveQuestion(as("colleague"), machine, question("Theirs"));
    expect(await names("user", machine)).toEqual(["Board", "my speed"]);
    expect(await names("colleague", machine)).toEqual(["Board", "Theirs"]);
    expect(await names("admin", machine)).toEqual(["Board"]);
    expect(savedQuestionView.toJson(own)).toEqual({
      id: own.id,
      device_id: Number(machine),
      name: "my speed",
      search: "date_range=7d&metrics=machine_speed",
      is_shared: false,
      path: expect.stringMatching(/^\/q\/[a-z2-9]{10}$/),
      user_name: expect.stringMatching(/\S \S/),
      can_delete: true,
      created_at: new Date(NOW).toISOString(),
    });
  });

  it("are saved once, the last one that there may be too, by fifty of the same form at once", async () => {
    const machine = await newMachine();
    const customerId = await createCustomer(db());
    const { actor } = await createUser(db(), { role: "admin", customerId });
    const deps = { ...as("admin"), actor: { ...plant.actors.admin, userId: actor.userId } };
    for (let at = 1; at < MAX_SAVED_QUESTIONS_PER_USER; at++)
      await db()
        .insert(savedQuestions)
        .values({
          ...{ code: `filled-${at}`, deviceId: Number(machine), name: `Filled ${at}`, search: "" },
          ...{ isShared: false, userId: actor.userId, createdAt: NOW },
        });
    const sent = { key: "question-50", contentHash: "a" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        saveQuestion({ ...deps, sent }, machine, question("Fifty times")),
      ),
    );
    expect(new Set(answers.map(({ id, path }) => `${id} ${path}`)).size).toBe(1);
    expect(await db().$count(savedQuestions, eq(savedQuestions.userId, actor.userId))).toBe(
      MAX_SAVED_QUESTIONS_PER_USER,
    );
  });

  it("are saved once, under one short link, however often the same form arrives", async () => {
    const machine = await newMachine();
    const sent = { key: "question-1", contentHash: "a" };
    const send = () => saveQuestion({ ...as("user"), sent }, machine, question("Twice"));
    const saved = await Promise.all([send(), send()]);
    saved.push(await send());
    expect(new Set(saved.map(({ path }) => path)).size).toBe(1);
    expect(await names("user", machine)).toEqual(["Twice"]);
  });

  it("open by their short link for whoever finds them, and for nobody else", async () => {
    const machine = await newMachine();
    const own = await saveQuestion(as("user"), machine, question("Mine"));
    const shared = await saveQuestion(as("user"), machine, question("Ours", true));
    const open = (who: Who, { path }: { path: string }) =>
      openSavedQuestion(as(who), path.slice("/q/".length));
    const at = `/machines/${machine}/analytics?date_range=7d&metrics=machine_speed`;
    expect(await open("user", own)).toBe(at);
    expect(await open("colleague", shared)).toBe(at);
    for (const work of [
      open("colleague", own),
      open("admin", own),
      open("foreign", shared),
      openSavedQuestion(as("user"), "nothing"),
    ])
      await expect(work).rejects.toMatchObject({ code: "not_found" });
  });

  it("are neither read nor written by somebody who does not see the machine, or not its analytics", async () => {
    const machine = await newMachine();
    await saveQuestion(as("user"), machine, question("Ours", true));
    for (const work of [
      listSavedQuestions(as("foreign"), machine),
      saveQuestion(as("foreign"), machine, question("Theirs")),
      listSavedQuestions(as("user"), "987654"),
    ])
      await expect(work).rejects.toMatchObject({ code: "not_found" });
    const locked = await newMachine(1);
    for (const work of [
      listSavedQuestions(as("user"), locked),
      saveQuestion(as("user"), locked, question("Locked")),
    ])
      await expect(work).rejects.toMatchObject({ code: "forbidden" });
  });

  it("of a service account have no author and are shared, whatever it says", async () => {
    const machine = await newMachine();
    const ctx = { ...as("admin"), actor: { ...plant.actors.admin, userId: 0 } };
    const made = await saveQuestion(ctx, machine, question("Nightly"));
    expect(made).toMatchObject({ userName: null, isShared: true });
    expect(await names("colleague", machine)).toEqual(["Nightly"]);
  });

  it("are deleted by their author, and by administrators where they are shared", async () => {
    const machine = await newMachine();
    const own = await saveQuestion(as("user"), machine, question("Mine"));
    const shared = await saveQuestion(as("user"), machine, question("Ours", true));
    const byColleague = deleteSavedQuestion(as("colleague"), shared.id);
    await expect(byColleague).rejects.toMatchObject({ code: "forbidden" });
    const byAdmin = deleteSavedQuestion(as("admin"), own.id);
    await expect(byAdmin).rejects.toMatchObject({ code: "not_found" });
    const byStranger = deleteSavedQuestion(as("foreign"), shared.id);
    await expect(byStranger).rejects.toMatchObject({ code: "not_found" });
    await deleteSavedQuestion(as("admin"), shared.id);
    await deleteSavedQuestion(as("user"), own.id);
    await expect(deleteSavedQuestion(as("user"), own.id)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await names("user", machine)).toEqual([]);
  });
});

describe("what a saved question may be", () => {
  it("is a name and what the tab reads of its address; anything else is left out", () => {
    const search = "?metrics=a%252Cb,c&date_range=1y&redirect=//evil.example&metrics=d&align=job";
    expect(newSavedQuestion.parse({ name: " Belt ", search })).toEqual({
      name: "Belt",
      search: "date_range=1y&metrics=a%252Cb%2Cc&align=job",
      is_shared: false,
    });
    const wrong = (input: object) =>
      newSavedQuestion.safeParse(input).error?.issues.map(({ path }) => path.join("."));
    expect(wrong({ name: " ", search: "" })).toEqual(["name"]);
    expect(wrong({ name: "x".repeat(101), search: "" })).toEqual(["name"]);
    expect(wrong({ name: "x", search: "x".repeat(8_001) })).toEqual(["search"]);
  });
});
