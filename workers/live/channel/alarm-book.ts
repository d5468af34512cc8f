/**
 * A machine's alarms as the hubs of its channel were last told of them. Reads follow each other, so that an older state is
 * never told after a newer one; who asks while one is running waits for the next.
 */
import { asc, eq } from "drizzle-orm";
import { openDb } from "#app/db/client.server.ts";
import { alarms } from "#app/db/schema/index.ts";
import { alarmStatus } from "#app/domain/alarms/types.ts";
import { planAlarmEvents, type AlarmEvent, type LiveAlarm } from "#app/domain/live/alarm-events.ts";
import type { ChannelStore } from "./channel-store.ts";

export class AlarmBook {
  readonly #store: ChannelStore;
  readonly #list: () => Promise<LiveAlarm[]>;
  readonly #onEvents: (events: AlarmEvent[]) => void;
  #told: LiveAlarm[];
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  constructor(
    store: ChannelStore,
    list: () => Promise<LiveAlarm[]>,
    onEvents: (events: AlarmEvent[]) => void,
  ) {
    this.#store = store;
    this.#list = list;
    this.#onEvents = onEvents;
    this.#told = JSON.parse(store.alarms() ?? "[]") as LiveAlarm[];
  }

  get told(): LiveAlarm[] {
    return this.#told;
  }

  /** Reads them after everything that was written before this call, and tells what changed. */
  read(): Promise<void> {
    this.#waiting ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#waiting;
  }

  forget(): void {
    this.#told = [];
  }

  #begin(): Promise<void> {
    this.#waiting = null;
    this.#running = this.#read();
    return this.#running;
  }

  async #read(): Promise<void> {
    const now = await this.#list();
    const events = planAlarmEvents(this.#told, now);
    if (events.length === 0) return;
    this.#told = now;
    this.#store.saveAlarms(JSON.stringify(now));
    this.#onEvents(events);
  }
}

/** By their ids. */
export async function listLiveAlarms(database: D1Database, deviceId: number): Promise<LiveAlarm[]> {
  const rows = await openDb(database)
    .select({
      id: alarms.id,
      name: alarms.name,
      inAlarm: alarms.inAlarm,
      changedAt: alarms.changedAt,
      triggeredAt: alarms.triggeredAt,
    })
    .from(alarms)
    .where(eq(alarms.deviceId, deviceId))
    .orderBy(asc(alarms.id));
  return rows.map(({ id, name, inAlarm, changedAt, triggeredAt }) => {
    const sinceMs = changedAt ?? triggeredAt;
    return {
      id,
      name,
      status: alarmStatus(inAlarm),
      since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    };
  });
}
