/** Who is told that access, or what pages show, was changed. */
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema/index.ts";
import { hubName, type HubControlPort } from "#app/domain/live/ports.ts";
import { nowMs, type WebEnv } from "./env.ts";
import { errorText, log } from "./log.ts";

type ToldOwner = {
  /** null: one of the provider's people; together with `userId` 0 nobody but those who see it all, as of a machine without a place. */
  customerId: number | null;
  userId: number;
  /** Pages show it: those that are open read themselves again, also those of the provider's people, who see all customers. */
  isSeen?: boolean;
};

/** Tells in the background; the act that changed it is done, whether a hub answers or not. */
export type AccessChanged = (owner: ToldOwner) => void;

type Teller = {
  env: Pick<WebEnv, "SOCKET_HUB" | "HELIOS_MODE" | "CLOCK_OFFSET_MS">;
  db: Db;
  waitUntil: (work: Promise<unknown>) => void;
};

/** What a use case calls after its write, in every Worker that has such use cases. */
export const accessTeller =
  ({ env, db, waitUntil }: Teller): AccessChanged =>
  (owner) => {
    const told = tellAccess(
      { db, now: nowMs(env), hub: (name) => env.SOCKET_HUB.getByName(name) },
      owner,
    );
    waitUntil(
      told.catch((error: unknown) =>
        log({ event: "live_failed", where: "access_changed", error: errorText(error) }),
      ),
    );
  };

type Deps = {
  db: Db;
  /** Unix milliseconds. */
  now: number;
  hub: (name: string) => Pick<HubControlPort, "recheckAccess">;
};

/**
 * Tells the owner's hub, at once. Each of the provider's people has a hub of their own: where pages show the change, those
 * of them who are signed in are told too. Throws when one of the hubs does not answer; the others are told all the same.
 */
export async function tellAccess({ db, now, hub }: Deps, owner: ToldOwner): Promise<void> {
  const isSomebodys = owner.customerId !== null || owner.userId !== 0;
  const told = isSomebodys ? [hub(hubName(owner)).recheckAccess(owner.isSeen)] : [];
  if (owner.isSeen) {
    const provider = listProvider(db, now).then((ids) =>
      Promise.all(
        ids
          .filter((userId) => owner.customerId !== null || userId !== owner.userId)
          .map((userId) => hub(hubName({ customerId: null, userId })).recheckAccess(true)),
      ),
    );
    told.push(provider.then(() => undefined));
  }
  const failed = (await Promise.allSettled(told)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** The provider's people who are signed in. */
async function listProvider(db: Db, now: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(isNull(users.customerId), eq(users.status, "active"), gt(sessions.expiresAt, now)));
  return rows.map(({ id }) => id);
}
