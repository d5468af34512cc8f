/** A hub's look at who may still listen: what may not, ends. */
import { CLOSE } from "#app/domain/live/phoenix.ts";
import { hubName } from "#app/domain/live/ports.ts";
import { parseTopic } from "#app/domain/live/telemetry.ts";
import type { AccessBook } from "./access-book.ts";
import type { HubStore } from "./hub-store.ts";
import type { Joining } from "./joining.ts";
import { tellOutdated, type Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import type { TopicTable } from "./topic-table.ts";

/** phoenix.js and our client speak every 30 s; a hidden tab may be held back to once a minute. */
const SILENCE_MS = 90_000;

export type RecheckDeps = {
  hub: string;
  sessions: Sessions;
  store: HubStore;
  access: AccessBook;
  topics: TopicTable<Session>;
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
  sessions,
  store,
  access,
  topics,
  joining,
  now,
}: RecheckDeps): Promise<void> {
  for (const session of sessions.all()) {
    if (Date.now() - sessions.heardAtMs(session) > SILENCE_MS)
      sessions.expel(session, CLOSE.silent, "no heartbeat");
  }
  const asked = sessions.all();
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
    const session = asked[index]!;
    if (verdict === "unchanged") continue;
    if (verdict === "ended") {
      sessions.end(session.actor.sessionId);
      continue;
    }
    if (hubName(verdict.actor) !== hub) {
      sessions.sendElsewhere(session.actor.sessionId);
      continue;
    }
    session.actor = verdict.actor;
    store.saveActor(verdict.actor);
    for (const topic of verdict.lost) joining.carryOut(session, session.channels.close(topic));
    joining.flush(session);
    tellOutdated(session);
  }
}
