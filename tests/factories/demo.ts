/** The demo's rows for tests whose subject is not the demo. */
import type { Db } from "#app/db/client.server.ts";
import { hashPassword } from "#app/db/secrets.ts";
import { DEMO_PASSWORD, seedDemo } from "#app/db/seed/demo.ts";
import { CHEAP } from "./cheap-hash.ts";
import { NOW } from "./people.ts";

type Options = Partial<Omit<Parameters<typeof seedDemo>[1], "passwordHash">>;

/** `seedDemo` with passwords that can be signed in with, but cost little: the real cost is most of its time. */
export const seedTestDemo = async (db: Db, options: Options = {}): ReturnType<typeof seedDemo> =>
  seedDemo(db, {
    now: NOW,
    makeKey: () => `hsk_${crypto.randomUUID()}`,
    ...options,
    passwordHash: await hashPassword(DEMO_PASSWORD, CHEAP),
  });
