/**
 * What a hub must ask D1 to know who may listen: the living sessions and the machines. Ids travel as
 * one JSON parameter (D1 binds a hundred at most). A hub asks both in one round trip (access-watch.ts
 * decides when); a look at a machine in between is remembered for MACHINE_FACTS_MS.
 */
import { isRecent } from "#app/domain/is-recent.ts";
import { and, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { openDb, type Db } from "#app/db/client.server.ts";
import {
  apiTokens,
  devices,
  displays,
  facilities,
  serviceAccounts,
  sessions,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { displayIdOfSession, sessionIdOfDisplay } from "#app/domain/access/display.ts";
import { serviceIdOfSession, sessionIdOfService } from "#app/domain/access/service-account.ts";
import { isMachineInScope, machineScope } from "#app/domain/access/scope.ts";
import { DISPLAY, type Actor } from "#app/domain/access/types.ts";
import { facilityIdsOfDisplay } from "#app/features/displays/displays.server.ts";
import { KeyBatch } from "./key-batch.ts";
import { minOf } from "#app/domain/extremes.ts";

const MACHINE_FACTS_MS = 5_000;
const MAX_REMEMBERED = 2_000;
/** Machines of one question. */
const MACHINES_AT_ONCE = 500;

export type MachineFacts = {
  id: number;
  make: string;
  facilityId: number | null;
  customerId: number | null;
  isRetired: boolean;
};

const among = (
  column:
    | typeof devices.id
    | typeof sessions.id
    | typeof apiTokens.id
    | typeof displays.id
    | typeof serviceAccounts.id,
  ids: readonly number[],
) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

const selectMachines = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: devices.id,
      make: devices.make,
      facilityId: devices.facilityId,
      customerId: facilities.customerId,
      isRetired:
        sql<boolean>`(${devices.retiredAt} is not null or ${facilities.retiredAt} is not null)`
          .mapWith(Boolean)
          .as("is_retired"),
    })
    .from(devices)
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(among(devices.id, ids));

const facilityIds =
  sql<string>`(select json_group_array(${userFacilities.facilityId}) from ${userFacilities} where ${userFacilities.userId} = ${users.id})`.as(
    "facility_ids",
  );

// D1 answers a batch as objects, so two columns of one name would be one: ids are given names of their own.
const actorColumns = (
  sessionId: SQL<number>,
  endsAt: typeof sessions.expiresAt | typeof apiTokens.expiresAt,
) => ({
  sessionId: sessionId.as("session_id"),
  userId: sql<number>`${users.id}`.as("user_id"),
  role: users.role,
  customerId: users.customerId,
  make: users.make,
  facilityIds,
  endsAt: sql<number>`${endsAt}`.as("ends_at"),
});

const selectActors = (db: Db, sessionIds: readonly number[], nowMs: number) =>
  db
    .select(actorColumns(sql<number>`${sessions.id}`, sessions.expiresAt))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        among(sessions.id, sessionIds),
        eq(users.status, "active"),
        gt(sessions.expiresAt, nowMs),
      ),
    );

/** API tokens: their session ids are their own, negative. */
const selectTokenActors = (db: Db, sessionIds: readonly number[], nowMs: number) =>
  db
    .select(actorColumns(sql<number>`-${apiTokens.id}`, apiTokens.expiresAt))
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        among(
          apiTokens.id,
          sessionIds.map((id) => -id),
        ),
        isNull(apiTokens.revokedAt),
        eq(users.status, "active"),
        eq(users.resetPassword, false),
        gt(apiTokens.expiresAt, nowMs),
      ),
    );

/** Service accounts that live; they see what an admin of their customer sees. */
const selectServiceAccounts = (db: Db, sessionIds: readonly number[], nowMs: number) =>
  db
    .select({
      accountId: sql<number>`${serviceAccounts.id}`.as("account_id"),
      customerId: serviceAccounts.customerId,
      endsAt: sql<number>`${serviceAccounts.expiresAt}`.as("ends_at"),
    })
    .from(serviceAccounts)
    .where(
      and(
        among(
          serviceAccounts.id,
          sessionIds.flatMap((id) => serviceIdOfSession(id) ?? []),
        ),
        isNull(serviceAccounts.endedAt),
        gt(serviceAccounts.expiresAt, nowMs),
      ),
    );

/** Paired wall displays that were not revoked; they end by nothing else. */
const selectDisplays = (db: Db, sessionIds: readonly number[]) =>
  db
    .select({
      displayId: sql<number>`${displays.id}`.as("display_id"),
      customerId: displays.customerId,
      make: displays.make,
      facilityIds: facilityIdsOfDisplay,
    })
    .from(displays)
    .where(
      among(
        displays.id,
        sessionIds.flatMap((id) => displayIdOfSession(id) ?? []),
      ),
    );

type ActorRow = Omit<Awaited<ReturnType<typeof selectActors>>[number], "role" | "endsAt"> & {
  role: Actor["role"];
  endsAt: number | null;
};

/** One socket's right to listen, as it stands now. */
export type Verdict = "unchanged" | "ended" | { actor: Actor; lost: string[] };

type Listener = { actor: Actor; topics: () => string[] };

export class AccessCache {
  readonly #db: Db;
  /** Joins of many machines, real or not, cost D1 one question at a time. */
  readonly #questions: KeyBatch<number, MachineFacts>;
  readonly #machines = new Map<
    number,
    { askedAtMs: number; facts: Promise<MachineFacts | null> }
  >();
  #lastFacts = "";
  /** When the first of the sessions that were judged last ends by itself, by Helios' clock; null: none. */
  nextEndMs: number | null = null;

  constructor(d1: D1Database) {
    this.#db = openDb(d1);
    this.#questions = new KeyBatch<number, MachineFacts>(async (ids) => {
      const rows = await selectMachines(this.#db, ids);
      return new Map(rows.map((row) => [row.id, row]));
    }, MACHINES_AT_ONCE);
  }

  /** Whether the machine exists for the actor; no difference is made between refused and unknown. */
  async maySee(actor: Actor, deviceId: number, nowMs: number): Promise<boolean> {
    return isVisible(actor, await this.#machine(deviceId, nowMs));
  }

  /**
   * Judges all listeners anew, in their order; `topics` are all that any of them listens to. As long as nothing
   * changed in D1 that costs no walk over the topics of each.
   */
  async recheck(
    listeners: readonly Listener[],
    topics: readonly string[],
    deviceOf: (topic: string) => number,
    nowMs: number,
  ): Promise<Verdict[]> {
    const sessionIds = [...new Set(listeners.map(({ actor }) => actor.sessionId))];
    const deviceIds = [...new Set(topics.map(deviceOf))];
    this.#machines.clear();
    const [sessionRows, tokenRows, displayRows, accountRows, machineRows] = await this.#db.batch([
      selectActors(this.#db, sessionIds, nowMs),
      selectTokenActors(this.#db, sessionIds, nowMs),
      selectDisplays(this.#db, sessionIds),
      selectServiceAccounts(this.#db, sessionIds, nowMs),
      selectMachines(this.#db, deviceIds),
    ]);
    const displayActors = displayRows.map(({ displayId, ...row }) => ({
      ...row,
      sessionId: sessionIdOfDisplay(displayId),
      userId: 0,
      role: DISPLAY,
      endsAt: null,
    }));
    const serviceActors = accountRows.map(({ accountId, ...row }) => ({
      ...row,
      sessionId: sessionIdOfService(accountId),
      userId: 0,
      role: "admin" as const,
      make: null,
      facilityIds: "[]",
    }));
    const actorRows: ActorRow[] = [
      ...sessionRows,
      ...tokenRows,
      ...displayActors,
      ...serviceActors,
    ];
    const ends = actorRows.flatMap(({ endsAt }) => endsAt ?? []);
    this.nextEndMs = ends.length === 0 ? null : minOf(ends);
    const facts = JSON.stringify([
      sessionIds,
      deviceIds,
      actorRows.map((row) => ({ ...row, endsAt: null })),
      machineRows,
    ]);
    if (facts === this.#lastFacts) return listeners.map(() => "unchanged");
    this.#lastFacts = facts;

    const actors = new Map(actorRows.map((row) => [row.sessionId, toActor(row)]));
    const asked = new Set(deviceIds);
    const machines = new Map(machineRows.map((row) => [row.id, row]));
    for (const id of deviceIds)
      this.#remember(id, Promise.resolve(machines.get(id) ?? null), Date.now());
    return listeners.map(({ actor, topics }) => {
      const current = actors.get(actor.sessionId);
      if (current === undefined) return "ended";
      // What was joined while D1 was asked was judged by its join.
      const lost = topics().filter(
        (topic) => asked.has(deviceOf(topic)) && !isVisible(current, machines.get(deviceOf(topic))),
      );
      return lost.length === 0 && isSameActor(actor, current)
        ? "unchanged"
        : { actor: current, lost };
    });
  }

  #machine(deviceId: number, nowMs: number): Promise<MachineFacts | null> {
    const known = this.#machines.get(deviceId);
    if (known !== undefined && isRecent(known.askedAtMs, nowMs, MACHINE_FACTS_MS))
      return known.facts;
    const facts = this.#questions.load(deviceId);
    this.#remember(deviceId, facts, nowMs);
    facts.catch(() => this.#machines.delete(deviceId));
    return facts;
  }

  #remember(deviceId: number, facts: Promise<MachineFacts | null>, nowMs: number): void {
    if (this.#machines.size >= MAX_REMEMBERED) this.#machines.clear();
    this.#machines.set(deviceId, { askedAtMs: nowMs, facts });
  }
}

const toActor = ({ sessionId, userId, role, customerId, make, facilityIds }: ActorRow): Actor => ({
  sessionId,
  userId,
  role,
  customerId,
  make,
  facilityIds: JSON.parse(facilityIds) as number[],
});

const isVisible = (actor: Actor, machine: MachineFacts | null | undefined): boolean =>
  machine !== null && machine !== undefined && isMachineInScope(machineScope(actor), machine);

const isSameActor = (a: Actor, b: Actor): boolean =>
  a.role === b.role &&
  a.customerId === b.customerId &&
  a.make === b.make &&
  a.facilityIds.join() === b.facilityIds.join();
