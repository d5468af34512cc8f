import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createUser, NOW } from "#tests/factories/people.ts";
import { users } from "#app/db/schema/index.ts";
import { forcePasswordReset } from "./manage-access.server.ts";

const db = openTestDb();

describe("a forced reset", () => {
  it("of somebody who was only invited is refused in a form's words", async () => {
    const boss = (await createUser(db(), { role: "superuser" })).actor;
    const customerId = await createCustomer(db());
    const { userId } = (await createUser(db(), { role: "user", customerId })).actor;
    await db()
      .update(users)
      .set({ status: "invited", passwordHash: null })
      .where(eq(users.id, userId));
    const asked = forcePasswordReset(
      {
        db: db(),
        now: NOW,
        address: null,
        actor: boss,
        accessChanged: () => {},
        endSockets: () => Promise.resolve(),
      },
      userId,
    );
    await expect(asked).rejects.toMatchObject({
      code: "conflict",
      problem: { code: "no_password_yet" },
    });
  });
});
