/**
 * A recorder on a test bench: its storage, its objects and its clock in the test's hands, so that it can be stopped
 * at any moment, woken again, and made to wait a month.
 */
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { encodeBatch } from "#app/domain/series/batch.ts";
import type { AlarmRule } from "#app/domain/alarms/judge.ts";
import type { DetectionRules } from "#app/domain/detection/rules.ts";
import type { IngestOutcome, RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { Kind } from "#app/domain/series/types.ts";
import { memoryStore, type ObjectStore } from "#app/storage/object-store.ts";
import { createSeriesReader, type SeriesReader } from "#app/storage/series-reader.ts";
import { decodeJsonBatch } from "#workers/ingest/json-batch.ts";
import type { AlarmTransition } from "#workers/ingest/recorder/alarm-watch.ts";
import { MachineRecorder } from "#workers/ingest/recorder/machine-recorder.ts";
import type { RetentionSettings } from "#app/domain/series/retention.ts";
import type { UpkeepEvent } from "#workers/ingest/recorder/upkeep.ts";
import { nodeStorage } from "./node-storage.ts";

export const SAMPLER = 7;
export const KEY_HASH = "k".repeat(64);
export const DEVICE = 11;
const CONFIG: RecorderConfig = {
  deviceId: DEVICE,
  version: 1,
  timezone: "America/Chicago",
  targetSheetsPerHour: null,
  samplers: [
    {
      id: SAMPLER,
      onlyMappedTags: false,
      keys: [{ hash: KEY_HASH, expiresAtMs: null }],
      mappings: {},
    },
  ],
};

/** What a store does instead of its work: nothing, its work without an answer, or its work when `arrive` is called. */
export type Fault = "refuse" | "lose the answer" | "work late";

export type RecorderBench = {
  recorder: () => MachineRecorder;
  reader: SeriesReader;
  store: ReturnType<typeof memoryStore>;
  storage: ReturnType<typeof nodeStorage>;
  events: UpkeepEvent[];
  /** How often other work had its turn. */
  rests: () => number;
  post: (frames: BatchFrame[]) => Promise<IngestOutcome>;
  /** What the sampler maps, machine key to human key; the same metrics by their own names stay unmapped ones. */
  map: (mappings: Record<string, string>, kinds?: Record<string, Kind>) => void;
  /** How mapped metrics are judged, from now on. */
  judge: (detection: DetectionRules) => void;
  /** Which alarms it judges; what is judged of metrics stays. */
  alarm: (alarms: readonly AlarmRule[]) => void;
  /** What the recorder told of its alarms, in order. */
  transitions: AlarmTransition[];
  /** A POST's JSON as the ingest Worker hands it over. */
  parse: (body: string) => Uint8Array;
  postBytes: (batch: Uint8Array) => Promise<IngestOutcome>;
  nowMs: () => number;
  advance: (ms: number) => void;
  /** Upkeep until nothing is due, or something fails. */
  settle: () => Promise<void>;
  /** As a kill and a wake: what was in memory is gone, what was at work never goes on. */
  restart: () => void;
  /** The next so many calls of the store fail. */
  fail: (calls: number, fault?: Fault) => void;
  /** What was to be done late is done now. */
  arrive: () => Promise<void>;
  /** The store's calls wait until they are released; `asked` when the first one does. */
  hold: () => { asked: Promise<void>; release: () => void };
};

export function recorderBench(startMs: number, retention: RetentionSettings = {}): RecorderBench {
  const storage = nodeStorage();
  const inner = memoryStore();
  const events: UpkeepEvent[] = [];
  const transitions: AlarmTransition[] = [];
  let now = startMs;
  let generation = 0;
  let failing = 0;
  let rests = 0;
  let fault: Fault = "refuse";
  const late: (() => Promise<unknown>)[] = [];
  let held: { released: Promise<void>; ask: () => void } | null = null;

  /** A store that belongs to one life of the recorder: a dead one's calls never come back. */
  const storeOf = (life: number): ObjectStore => {
    const during = async <T>(work: () => Promise<T>): Promise<T> => {
      held?.ask();
      await held?.released;
      if (failing > 0) {
        failing--;
        if (fault === "lose the answer") await work();
        if (fault === "work late") late.push(work);
        throw new Error("store away");
      }
      const answer = await work();
      if (life !== generation) await new Promise(() => {});
      return answer;
    };
    return {
      owner: {},
      get: (key, range) => during(() => inner.get(key, range)),
      put: (key, bytes) => during(() => inner.put(key, bytes)),
      delete: (keys) => during(() => inner.delete(keys)),
      has: (prefix) => during(() => inner.has(prefix)),
    };
  };
  const wake = (): MachineRecorder => {
    const life = ++generation;
    return new MachineRecorder({
      deviceId: DEVICE,
      storage,
      store: storeOf(life),
      now: () => now,
      retention,
      abort: (error) => {
        throw error;
      },
      yieldToEvents: async () => void rests++,
      // A dead one's memory is of what was; what it finds then nobody is told.
      report: (event) => {
        if (life === generation) events.push(event);
      },
      tellAlarms: async (told) => {
        for (const transition of told) transitions.push(transition);
      },
    });
  };
  let recorder = wake();
  const postBytes = (batch: Uint8Array) =>
    recorder.ingest({
      samplerId: SAMPLER,
      keyHash: KEY_HASH,
      batchId: "b",
      batch,
      buffered: 0,
      dropped: 0,
    });
  let version = CONFIG.version;
  recorder.configure(CONFIG);
  return {
    recorder: () => recorder,
    reader: createSeriesReader({
      store: inner,
      recorder: () => ({
        snapshot: (request) => recorder.snapshot(request),
        snapshotPart: async (more) => recorder.snapshotPart(more),
      }),
    }),
    store: inner,
    storage,
    events,
    rests: () => rests,
    transitions,
    alarm: (alarms) => {
      const config = recorder.config ?? CONFIG;
      recorder.configure({ ...config, version: ++version, alarms: [...alarms] });
    },
    map: (mappings, kinds = {}) => {
      const samplers = CONFIG.samplers.map((sampler) => ({ ...sampler, mappings, kinds }));
      recorder.configure({ ...CONFIG, version: ++version, samplers });
    },
    judge: (detection) => {
      const mappings = Object.fromEntries(Object.keys(detection).map((key) => [key, key]));
      const samplers = CONFIG.samplers.map((sampler) => ({ ...sampler, mappings, detection }));
      recorder.configure({ ...CONFIG, version: ++version, samplers });
    },
    post: (frames) => postBytes(encodeBatch(frames).bytes),
    parse: (body) => decodeJsonBatch(body).bytes,
    postBytes,
    nowMs: () => now,
    advance: (ms) => void (now += ms),
    async settle() {
      while (recorder.upkeep.nextDueMs <= now) if (!(await recorder.upkeep.work())) break;
    },
    restart: () => void (recorder = wake()),
    fail: (calls, kind = "refuse") => {
      failing = calls;
      fault = kind;
    },
    async arrive() {
      for (const work of late.splice(0)) await work();
    },
    hold() {
      let [release, ask] = [() => {}, () => {}];
      const released = new Promise<void>((resolve) => (release = resolve));
      const asked = new Promise<void>((resolve) => (ask = resolve));
      held = { released, ask };
      return {
        asked,
        release: () => {
          held = null;
          release();
        },
      };
    },
  };
}
