/** A hub's look at who may still listen: what may not, ends. */
import { CLOSE } from "#app/domain/live/phoenix.ts";
import { hubName } from "#app/domain/live/ports.ts";
import { parseTopic } from "#app/domain/live/telemetry.ts";
import type { AccessCache } from "./access-cache.ts";
import type { HubStore } from "./hub-store.ts";
import type { Joining } from "./joining.ts";
import { tellOutdated, type Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";
import type { TopicTable } from "./topic-table.ts";

export type RecheckDeps = {
  hub: string;
  connections: Connections;
  store: HubStore;
  access: AccessCache;
  topics: TopicTable<Connection>;
  joining: Joining;
  /** Helios' own clock, by which sessions end. */
  now: () => number;
};

/**
 * Ends the sockets that are silent, the sessions that ended or are another hub's by now, and the channels of
 * machines that are no longer theirs. Throws when D1 does not answer; then nothing but the silent has ended.
 */
export async function recheck({
  hub,
  connections,
  store,
  access,
  topics,
  joining,
  now,
}: RecheckDeps): Promise<void> {
  for (const connection of connections.silent(Date.now()))
    connections.expel(connection, CLOSE.silent, "no heartbeat");
  const asked = connections.all();
  // Channels that serve a sample stand in no table.
  const sampled = asked
    .filter(({ demoOrder }) => demoOrder !== null)
    .flatMap(({ channels }) => channels.topics());
  const verdicts = await access.recheck(
    asked.map(({ actor, channels }) => ({ actor, topics: () => channels.topics() })),
    [...topics.names(), ...sampled],
    (topic) => parseTopic(topic)!.deviceId,
    now(),
  );
  for (const [index, verdict] of verdicts.entries()) {
    const connection = asked[index]!;
    if (verdict === "unchanged") continue;
    if (verdict === "ended") {
      connections.end(connection.actor.sessionId);
      continue;
    }
    if (hubName(verdict.actor) !== hub) {
      connections.sendElsewhere(connection.actor.sessionId);
      continue;
    }
    connection.actor = verdict.actor;
    store.saveActor(verdict.actor);
    for (const topic of verdict.lost)
      joining.carryOut(connection, connection.channels.close(topic));
    joining.flush(connection);
    tellOutdated(connection);
  }
}
