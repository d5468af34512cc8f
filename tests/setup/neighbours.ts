/**
 * In a workerd test project the Worker under test is the real one, with its real bindings; the other
 * Worker whose objects it calls is one of these: it remembers what it was told and answers as set. The
 * journeys in tests/e2e run the real ones together.
 */
const worker = (name: string, objects: Record<string, string>, script: string) => ({
  name,
  modules: true as const,
  compatibilityDate: "2026-10-01",
  durableObjects: Object.fromEntries(
    Object.entries(objects).map(([binding, className]) => [
      binding,
      { className, useSQLite: true },
    ]),
  ),
  script: `import { DurableObject } from "cloudflare:workers";\n${script}\nexport default { fetch: () => new Response("neighbour") };`,
});

/** MetricChannel: `published()` lists what publish was told; `setIdle(true)` makes it answer "idle". */
export const liveNeighbour = worker(
  "helios-live",
  { METRIC_CHANNEL: "MetricChannel", SOCKET_HUB: "SocketHub" },
  `export class MetricChannel extends DurableObject {
     told = []; idle = false;
     publish(samples) { this.told.push(...samples); return this.idle ? "idle" : "ok"; }
     published() { return this.told; }
     setIdle(idle) { this.idle = idle; }
   }
   export class SocketHub extends DurableObject {
     ended = [];
     endSession(sessionId) { this.ended.push(sessionId); }
     endedSessions() { return this.ended; }
     recheckAccess() {}
   }`,
);

/** DeviceRecorder: `setLatest(sample)` is what watch and latest answer; `watched()` and `configs()` list what it was told;
 * `setSeries(names, snapshot)` is what metrics and snapshot answer, `learn(names)` adds to the names; `questions()` counts calls of metrics. */
export const ingestNeighbour = worker(
  "helios-ingest",
  { RECORDER: "DeviceRecorder" },
  `export class DeviceRecorder extends DurableObject {
     samples = {}; watching = []; told = []; away = false;
     // workerd lets go of an object that was idle for ten seconds: what a test told it stays, however slow the test is.
     constructor(ctx, env) {
       super(ctx, env);
       ctx.blockConcurrencyWhile(async () => Object.assign(this, await ctx.storage.get("told by the test")));
     }
     keep() { const { samples, names, snap, away } = this; return this.ctx.storage.put("told by the test", { samples, names, snap, away }); }
     setAway(away) { this.away = away; return this.keep(); }
     setLatest(metric, sample) { this.samples[metric] = sample; return this.keep(); }
     watch(metric) { if (this.away) throw new Error("the recorder is away"); if (!this.watching.includes(metric)) this.watching.push(metric); return this.samples[metric] ?? null; }
     unwatch(metric) { this.watching = this.watching.filter((name) => name !== metric); }
     watched() { return this.watching; }
     latest(metrics) { return metrics === null ? this.samples : Object.fromEntries(metrics.flatMap((m) => (this.samples[m] ? [[m, this.samples[m]]] : []))); }
     configure(config) { this.told.push(config); }
     configs() { return this.told; }
     listened = []; listen(version) { this.listened.push(version); } listens() { return this.listened; }
     names = []; snap = null;
     setSeries(names, snap) { this.names = names; this.snap = snap; return this.keep(); }
     learn(names) { this.names.push(...names); return this.keep(); }
     metrics() { if (this.away) throw new Error("the recorder is away"); this.asked += 1; return [...this.names, ...Object.keys(this.samples)]; }
     asked = 0; questions() { return this.asked; }
     snapshot({ metrics }) { return { ...this.snap, keys: metrics.map((name) => [name, [name]]) }; }
   }`,
);
