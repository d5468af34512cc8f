/**
 * What a hub must ask D1 to know who may listen: the living sessions and the machines. Ids travel as
 * one JSON parameter (D1 binds a hundred at most). A hub asks both at most once in RECHECK_MS, in one
 * round trip; a look at a machine in between is remembered for MACHINE_FACTS_MS.
 */
import { and, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { openDb, type Db } from "../../../app/db/client.server.ts";
import { apiTokens, devices, facilities, sessions, userFacilities, users } from "../../../app/db/schema/index.ts";
import { isMachineInScope, machineScope } from "../../../app/domain/access/scope.ts";
import type { Actor } from "../../../app/domain/access/types.ts";

const MACHINE_FACTS_MS = 5_000;
const MAX_REMEMBERED = 2_000;

export type MachineFacts = { id: number; make: string; facilityId: number | null; customerId: number | null };

const among = (column: typeof devices.id | typeof sessions.id | typeof apiTokens.id, ids: readonly number[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

const selectMachines = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: devices.id, make: devices.make, facilityId: devices.facilityId, customerId: facilities.customerId })
    .from(devices)
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(among(devices.id, ids));

const facilityIds =
  sql<string>`(select json_group_array(${userFacilities.facilityId}) from ${userFacilities} where ${userFacilities.userId} = ${users.id})`.as(
    "facility_ids",
  );

// D1 answers a batch as objects, so two columns of one name would be one: ids are given names of their own.
const actorColumns = (sessionId: SQL<number>) => ({
  sessionId: sessionId.as("session_id"),
  userId: sql<number>`${users.id}`.as("user_id"),
  role: users.role,
  customerId: users.customerId,
  make: users.make,
  facilityIds,
});

const selectActors = (db: Db, sessionIds: readonly number[], nowMs: number) =>
  db
    .select(actorColumns(sql<number>`${sessions.id}`))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(among(sessions.id, sessionIds), eq(users.status, "active"), gt(sessions.expiresAt, nowMs)));

/** API tokens: their session ids are their own, negative. */
const selectTokenActors = (db: Db, sessionIds: readonly number[], nowMs: number) =>
  db
    .select(actorColumns(sql<number>`-${apiTokens.id}`))
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

/** One socket's right to listen, as it stands now. */
export type Verdict = "unchanged" | "ended" | { actor: Actor; lost: string[] };

type Listener = { actor: Actor; topics: string[] };

export class AccessBook {
  readonly #db: Db;
  readonly #machines = new Map<number, { askedAtMs: number; facts: Promise<MachineFacts | null> }>();
  #lastFacts = "";

  constructor(d1: D1Database) {
    this.#db = openDb(d1);
  }

  /** Whether the machine exists for the actor; no difference is made between refused and unknown. */
  async maySee(actor: Actor, deviceId: number, nowMs: number): Promise<boolean> {
    return isVisible(actor, await this.#machine(deviceId, nowMs));
  }

  /** Judges all listeners anew, in their order. As long as nothing changed in D1 that costs no walk over their topics. */
  async recheck(listeners: readonly Listener[], deviceOf: (topic: string) => number, nowMs: number): Promise<Verdict[]> {
    const sessionIds = [...new Set(listeners.map(({ actor }) => actor.sessionId))];
    const deviceIds = [...new Set(listeners.flatMap(({ topics }) => topics.map(deviceOf)))];
    const [sessionRows, tokenRows, machineRows] = await this.#db.batch([
      selectActors(this.#db, sessionIds, nowMs),
      selectTokenActors(this.#db, sessionIds, nowMs),
      selectMachines(this.#db, deviceIds),
    ]);
    const actorRows = [...sessionRows, ...tokenRows];
    const facts = JSON.stringify([sessionIds, deviceIds, actorRows, machineRows]);
    if (facts === this.#lastFacts) return listeners.map(() => "unchanged");
    this.#lastFacts = facts;

    const actors = new Map(actorRows.map((row) => [row.sessionId, { ...row, facilityIds: JSON.parse(row.facilityIds) as number[] }]));
    const machines = new Map(machineRows.map((row) => [row.id, row]));
    for (const id of deviceIds) this.#remember(id, Promise.resolve(machines.get(id) ?? null), Date.now());
    return listeners.map(({ actor, topics }) => {
      const current = actors.get(actor.sessionId);
      if (current === undefined) return "ended";
      const lost = topics.filter((topic) => !isVisible(current, machines.get(deviceOf(topic))));
      return lost.length === 0 && isSameActor(actor, current) ? "unchanged" : { actor: current, lost };
    });
  }

  #machine(deviceId: number, nowMs: number): Promise<MachineFacts | null> {
    const known = this.#machines.get(deviceId);
    if (known !== undefined && nowMs - known.askedAtMs < MACHINE_FACTS_MS) return known.facts;
    const facts = selectMachines(this.#db, [deviceId]).then((rows) => rows[0] ?? null);
    this.#remember(deviceId, facts, nowMs);
    facts.catch(() => this.#machines.delete(deviceId));
    return facts;
  }

  #remember(deviceId: number, facts: Promise<MachineFacts | null>, nowMs: number): void {
    if (this.#machines.size >= MAX_REMEMBERED) this.#machines.clear();
    this.#machines.set(deviceId, { askedAtMs: nowMs, facts });
  }
}

const isVisible = (actor: Actor, machine: MachineFacts | null | undefined): boolean =>
  machine !== null && machine !== undefined && isMachineInScope(machineScope(actor), machine);

const isSameActor = (a: Actor, b: Actor): boolean =>
  a.role === b.role && a.customerId === b.customerId && a.make === b.make && a.facilityIds.join() === b.facilityIds.join();
