import type { AppLoadContext } from "@remix-run/cloudflare";
import { nowMs, type WebEnv } from "./env.ts";
import { reportFailure, type Failure } from "./error-report.ts";
import { errorText, log } from "./log.ts";
import { openCachingDb, type Db } from "#app/db/client.server.ts";
import { hubName, topicsOfChange, type Changeable } from "#app/domain/live/ports.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import { shapeOfPath } from "#app/domain/path-shape.ts";
import { gatheredRecorder, type GatheredRecorder } from "./gathered-recorder.ts";
import { requireLinkSecret } from "./link-secret.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { accessTeller, type AccessChanged } from "./tell-access.server.ts";
import { auditAddress, clientAddress } from "./client-address.ts";
import { r2Store, type ObjectStore } from "#app/storage/object-store.ts";
import { keptStore } from "#app/storage/kept-store.ts";
import { cachedStore } from "#app/storage/cached-store.ts";
import { turns } from "./turns.ts";
import { createSeriesReader, type SeriesReader } from "#app/storage/series-reader.ts";

/** What use cases are given; each asks only for what it needs, and for the actor beside. */
export type Deps = {
  env: WebEnv;
  db: Db;
  /** Unix milliseconds by Helios' clock, one moment for the whole request. */
  now: number;
  recorder: (deviceId: number) => GatheredRecorder;
  series: SeriesReader;
  /** The same for who reads a long range once: nothing of it stays in memory for others. */
  seriesOnce: SeriesReader;
  endSockets: EndSockets;
  /** Call it after a write to roles, facilities, machines or tiers: what the owner's people may no longer see ends on their screens. */
  accessChanged: AccessChanged;
  /** Call it after something of a machine was written that pages show live: they read it again. */
  machineChanged: (deviceId: number, what: Changeable) => void;
  /** What the jobs Worker does later. */
  jobs: JobQueue;
  /** Scheme and host of absolute links; never taken from a request. */
  publicOrigin: string;
  /** The caller's network address, if the edge vouches for it. */
  address: string | null;
  /** From where and for what the caller asks, for the audit log and the log. */
  from: string | null;
  route: string;
  /** Signs what is handed out without being stored. */
  linkSecret: () => Promise<string>;
  waitUntil: (work: Promise<unknown>) => void;
  /** Tells the error service in the background; off in local mode. */
  reportFailure: (failure: Failure) => void;
};

/** What use cases of somebody are given. */
export type ActorDeps = Deps & { actor: Actor };

const perRequest = new WeakMap<AppLoadContext, Deps>();

/** The dependencies of a request; loaders that run side by side share them. */
export function getDeps(context: AppLoadContext, request?: Request): Deps {
  const known = perRequest.get(context);
  if (known) return request ? Object.assign(known, whoAsks(request, known.env)) : known;
  const { env, ctx } = context.cloudflare;
  const recorder = recordersOf(env);
  const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work);
  const db = openCachingDb(env.DB);
  const deps: Deps = {
    env,
    db,
    now: nowMs(env),
    recorder,
    series: createSeriesReader({ store: keptStore(nearStore(env, waitUntil)), recorder, turns }),
    seriesOnce: createSeriesReader({
      store: { ...nearStore(env, waitUntil), owner: {} },
      recorder,
      turns,
    }),
    endSockets: socketEnder(env, waitUntil),
    accessChanged: accessTeller({ env, db, waitUntil }),
    machineChanged: (deviceId, what) => {
      for (const topic of topicsOfChange(deviceId, what)) {
        const told = env.METRIC_CHANNEL.getByName(topic).changed();
        waitUntil(
          told.catch((error: unknown) =>
            log({ event: "live_failed", where: "machine_changed", error: errorText(error) }),
          ),
        );
      }
    },
    jobs: env.JOBS,
    publicOrigin: env.PUBLIC_ORIGIN,
    ...(request ? whoAsks(request, env) : { address: null, from: null, route: "" }),
    linkSecret: () => requireLinkSecret(db, env),
    waitUntil,
    reportFailure: (failure) => waitUntil(reportFailure(env, failure)),
  };
  perRequest.set(context, deps);
  return deps;
}

/** Those of one request: what it asks of one within a turn goes as one call. */
function recordersOf({ RECORDER }: WebEnv): Deps["recorder"] {
  const asked = new Map<number, GatheredRecorder>();
  return (deviceId) => {
    const known =
      asked.get(deviceId) ?? gatheredRecorder(RECORDER.getByName(recorderName(deviceId)));
    asked.set(deviceId, known);
    return known;
  };
}

const whoAsks = (request: Request, env: WebEnv): Pick<Deps, "address" | "from" | "route"> => ({
  address: clientAddress(request, env),
  from: auditAddress(request, env),
  route: shapeOfPath(new URL(request.url).pathname),
});

/** The place's cache, then R2; where R2 is on the same disk, a cache before it only costs. */
function nearStore(env: WebEnv, waitUntil: Deps["waitUntil"]): ObjectStore {
  const store = r2Store(env.SERIES);
  return env.HELIOS_MODE === "local"
    ? store
    : cachedStore({ store, cache: () => caches.open("series"), waitUntil });
}

/** Sockets of an ended session close in the background; a hub that fails is logged, the session is gone anyway. */
function socketEnder(env: WebEnv, waitUntil: Deps["waitUntil"]): EndSockets {
  return async (owner, sessionIds) => {
    const hub = env.SOCKET_HUB.getByName(hubName(owner));
    const ends = sessionIds.map((id) => hub.endSession(id));
    waitUntil(
      Promise.all(ends).catch((error: unknown) =>
        log({ event: "live_failed", where: "end_session", error: errorText(error) }),
      ),
    );
  };
}
