import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { JobMessage } from "#app/domain/jobs.ts";
import { outboxMessages, users } from "#app/db/schema/index.ts";
import { listAnnotations } from "#app/features/analytics/annotations/annotations.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createMachine } from "#tests/factories/people.ts";
import { openTwoCustomers, type Who } from "#tests/factories/two-customers.ts";
import { commentView, newComment } from "./comment.ts";
import {
  countComments,
  countCommentsByMachine,
  deleteComment,
  hideComment,
  listComments,
  loadComments,
  postComment,
} from "./comments.server.ts";

const db = openTestDb();
const NOW = Date.UTC(2026, 10, 20, 12);
const plant = openTwoCustomers(db);
const changed: string[] = [];
const jobs: JobMessage[] = [];
const as = (who: Who) => ({
  db: db(),
  now: NOW,
  actor: plant.actors[who],
  address: null,
  publicOrigin: "https://helios.test",
  linkSecret: () => Promise.resolve("s"),
  jobs: { send: (message: JobMessage) => Promise.resolve(void jobs.push(message)) },
  machineChanged: (deviceId: number, what: string) => void changed.push(`${deviceId} ${what}`),
});
const newMachine = async () =>
  String((await createMachine(db(), { facilityId: plant.facilityId, make: "Sun" })).id);
const post = (who: Who, device: string, text: string, isPublic = true) =>
  postComment(as(who), device, { text, isPublic });
const texts = async (who: Who, device: string) =>
  (await listComments(as(who), device)).map(({ text }) => text);
const seenBy = (who: Who, device: string) =>
  Promise.all([texts(who, device), countComments(as(who), device)]);

describe("comments on a machine", () => {
  it("are listed newest first, with their author, to everybody who sees it, and counted alike", async () => {
    const machine = await newMachine();
    const first = await post("user", machine, "Belt is worn");
    await post("admin", machine, "Ordered <b>one</b>\nfor Friday");
    expect(await seenBy("colleague", machine)).toEqual([
      ["Ordered <b>one</b>\nfor Friday", "Belt is worn"],
      2,
    ]);
    expect(await countCommentsByMachine(as("colleague"))).toMatchObject({ [machine]: 2 });
    expect(await countCommentsByMachine(as("foreign"))).toEqual({});
    expect(commentView.toJson(first)).toEqual({
      id: first.id,
      text: "Belt is worn",
      is_public: true,
      device_id: Number(machine),
      user_name: expect.stringMatching(/\S \S/),
      points_at: null,
      inserted_at: new Date(NOW).toISOString(),
    });
  });

  it("come by when they were written, also where an older one was stored later", async () => {
    const machine = await newMachine();
    const write = (text: string, now: number) =>
      postComment({ ...as("admin"), now }, machine, { text, isPublic: true });
    await write("Written second", NOW);
    await write("Written first", NOW - 1_000);
    expect(await texts("user", machine)).toEqual(["Written second", "Written first"]);
  });

  it("are posted once, with one mail, however often the same form arrives", async () => {
    const machine = await newMachine();
    const sent = { key: "comment-1", contentHash: "a" };
    const send = () =>
      postComment({ ...as("user"), sent }, machine, { text: "Sent twice", isPublic: true });
    const posted = await Promise.all([send(), send()]);
    posted.push(await send());
    expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
    expect(await seenBy("user", machine)).toEqual([["Sent twice"], 1]);
  });

  it("that name another machine than their address are refused", async () => {
    const [machine, other] = [await newMachine(), await newMachine()];
    const write = (deviceId: number) =>
      postComment(as("user"), machine, { text: "Which?", isPublic: true, deviceId });
    await expect(write(Number(other))).rejects.toMatchObject({
      code: "validation_failed",
      fields: { device_id: [{ code: "one_of", values: machine }] },
    });
    expect(await texts("user", machine)).toEqual([]);
    await write(Number(machine));
    expect(await texts("user", machine)).toEqual(["Which?"]);
  });

  it("that are not public are read and written by the provider's staff alone", async () => {
    const machine = await newMachine();
    const inside = await post("superuser", machine, "Recall pending", false);
    await post("admin", machine, "Meant to be inside", false);
    const all = ["Meant to be inside", "Recall pending"];
    expect(await seenBy("oem", machine)).toEqual([all, 2]);
    expect(await seenBy("superuser", machine)).toEqual([all, 2]);
    expect(await seenBy("admin", machine)).toEqual([["Meant to be inside"], 1]);
    expect(await countCommentsByMachine(as("user"))).toMatchObject({ [machine]: 1 });
    for (const act of [hideComment, deleteComment])
      await expect(act(as("admin"), inside.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are hidden by their author and privileged people, once, and keep their row", async () => {
    const machine = await newMachine();
    const { id } = await post("user", machine, "Wrong machine");
    await expect(hideComment(as("colleague"), id)).rejects.toMatchObject({ code: "forbidden" });
    await hideComment(as("user"), id);
    expect(await seenBy("superuser", machine)).toEqual([[], 0]);
    await expect(hideComment(as("user"), id)).rejects.toMatchObject({ code: "not_found" });
    const other = await post("user", machine, "Again");
    await hideComment(as("admin"), other.id);
    expect(await texts("user", machine)).toEqual([]);
  });

  it("are deleted by their author and superusers alone", async () => {
    const machine = await newMachine();
    const { id } = await post("user", machine, "Never mind");
    await expect(deleteComment(as("admin"), id)).rejects.toMatchObject({ code: "forbidden" });
    await deleteComment(as("user"), id);
    const other = await post("user", machine, "Rude");
    await deleteComment(as("superuser"), other.id);
    expect(await seenBy("user", machine)).toEqual([[], 0]);
  });

  it("that point to a moment are marks on the charts of who reads them, until they are hidden", async () => {
    const machine = await newMachine();
    const at = Date.UTC(2026, 10, 20, 9, 15);
    const text = "Jam #t=2026-11-20T09:15Z";
    const { id, pointsAt } = await post("user", machine, text);
    await post("oem", machine, `Recall #t=2026-11-20T09:14Z`, false);
    expect(pointsAt).toBe(at);
    const marks = async (who: Who, startMs: number, endMs: number) =>
      (await listAnnotations(as(who), { device: machine, startMs, endMs })).map(
        ({ kind, text, startTime }) => [kind, text, startTime],
      );
    expect(await marks("colleague", at, at + 1)).toEqual([["comment", "Jam", at]]);
    expect(await marks("colleague", at - 3_600_000, at)).toEqual([]);
    expect(await marks("superuser", at - 60_000, at)).toHaveLength(1);
    expect(changed).toContain(`${machine} annotations`);
    await hideComment(as("user"), id);
    expect(await marks("colleague", at, at + 1)).toEqual([]);
  });

  it("come with the people whom they may name: the plant's own, and for the provider's staff all", async () => {
    const machine = await newMachine();
    const ids = async (who: Who) => {
      const { people } = await loadComments(as(who), machine);
      return { staff: people.filter((one) => one.isStaff), all: people.map(({ id }) => id) };
    };
    const seen = await ids("user");
    expect(seen.staff).toEqual([]);
    expect(seen.all).toEqual(
      expect.arrayContaining([plant.actors.colleague.userId, plant.actors.admin.userId]),
    );
    expect(seen.all).not.toContain(plant.actors.user.userId);
    expect(seen.all).not.toContain(plant.actors.foreign.userId);
    const bySuperuser = await ids("superuser");
    expect(bySuperuser.all).toContain(plant.actors.user.userId);
    expect(bySuperuser.staff.map(({ id }) => id)).toContain(plant.actors.oem.userId);
  });

  it("are told to the pages that show them when one is posted, hidden or deleted", async () => {
    const machine = await newMachine();
    const told = () => changed.filter((each) => each === `${machine} comments`).length;
    const first = await post("user", machine, "One");
    const second = await post("user", machine, "Two");
    expect(told()).toBe(2);
    await hideComment(as("user"), first.id);
    await deleteComment(as("user"), second.id);
    expect(told()).toBe(4);
    await expect(hideComment(as("user"), first.id)).rejects.toMatchObject({ code: "not_found" });
    expect(told()).toBe(4);
  });

  it("come to a page with what its reader may do with each", async () => {
    const machine = await newMachine();
    await post("user", machine, "Mine");
    const rights = async (who: Who) => {
      const { comments, canKeepInside } = await loadComments(as(who), machine);
      return [comments[0]!.canHide, comments[0]!.canDelete, canKeepInside];
    };
    expect(await rights("user")).toEqual([true, true, false]);
    expect(await rights("colleague")).toEqual([false, false, false]);
    expect(await rights("admin")).toEqual([true, false, false]);
    expect(await rights("oem")).toEqual([true, false, true]);
    expect(await rights("superuser")).toEqual([true, true, true]);
  });

  it("mail whom they name once, with a way out, if they may read it and take mail", async () => {
    const machine = await newMachine();
    const people = await db().select().from(users);
    const nameOf = (who: Who) => {
      const { firstName, lastName } = people.find(({ id }) => id === plant.actors[who].userId)!;
      return `@${firstName} ${lastName}`;
    };
    const mailOf = (who: Who) => people.find(({ id }) => id === plant.actors[who].userId)!.email;
    const rename = (who: Who, lastName: string) =>
      db().update(users).set({ lastName }).where(eq(users.id, plant.actors[who].userId));
    for (const who of Object.keys(plant.actors) as Who[]) await rename(who, `Of ${who}`);
    people.splice(0, people.length, ...(await db().select().from(users)));
    const sent = async () => (await db().select().from(outboxMessages)).map(({ to }) => to).sort();

    const all = (Object.keys(plant.actors) as Who[]).map(nameOf).join(" ");
    await post("user", machine, `${all} ${nameOf("admin")}`);
    const readers = (["colleague", "admin", "oem", "superuser"] as const).map(mailOf);
    expect(await sent()).toEqual([...readers].sort());
    expect(jobs).toHaveLength(4);
    const [mail] = await db().select().from(outboxMessages);
    expect(mail?.text).toContain(`/machines/${machine}/comments`);
    expect(mail?.text).toContain("/s/notifications/unsubscribe/email?token=");
    expect(mail?.headers).toHaveProperty("List-Unsubscribe");

    await db().delete(outboxMessages);
    await post("user", machine, `${nameOf("admin")} slipped #t=2026-11-22T10:15Z`);
    const [pointing] = await db().select().from(outboxMessages);
    expect(pointing?.text).toMatch(/slipped 11\/22\/26 \d+:15 AM [A-Z]{3}/);
    expect(pointing?.text).not.toContain("#t=");

    await db().delete(outboxMessages);
    await post("superuser", machine, all, false);
    expect(await sent()).toEqual([mailOf("oem")]);

    await db().delete(outboxMessages);
    await db()
      .update(users)
      .set({ notificationsEmail: false })
      .where(eq(users.id, plant.actors.admin.userId));
    await post("user", machine, nameOf("admin"));
    expect(await sent()).toEqual([]);
  });

  it("of a machine that is not the actor's do not exist", async () => {
    const machine = await newMachine();
    const { id } = await post("user", machine, "Ours");
    const missing = { code: "not_found" };
    await expect(listComments(as("foreign"), machine)).rejects.toMatchObject(missing);
    await expect(countComments(as("foreign"), machine)).rejects.toMatchObject(missing);
    await expect(post("foreign", machine, "Theirs")).rejects.toMatchObject(missing);
    await expect(hideComment(as("foreign"), id)).rejects.toMatchObject(missing);
    await expect(deleteComment(as("foreign"), id)).rejects.toMatchObject(missing);
  });

  it("have 1 to 2,000 characters after trimming", () => {
    const isTaken = (text: string) => newComment.safeParse({ text }).success;
    expect(["", " \n\t ", "x".repeat(2_001)].map(isTaken)).toEqual([false, false, false]);
    expect(["a", ` ${"x".repeat(2_000)} `].map(isTaken)).toEqual([true, true]);
    expect(["at #t=2026-11-20T09:15", "at #t=noon"].map(isTaken)).toEqual([true, false]);
    expect(newComment.parse({ text: " a\nb " })).toEqual({ text: "a\nb", is_public: true });
  });
});
