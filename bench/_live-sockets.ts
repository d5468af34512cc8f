/** Sockets for the live benches: they join, answer probes as our client does, and check the numbers of what comes. */
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { MAX_SOCKETS_AN_OWNER } from "#app/domain/live/limits.ts";
import { PACKS_QUERY, unpackFrames } from "#app/domain/live/message-packs.ts";
import { addSessions } from "./_many-sessions.ts";

const CONNECT_AT_ONCE = 50;
const PERSON = "admin@acme.example";
/** USER_HZ: what /proc counts processor time in. */
const TICK_MS = 10;

/** Every frame that should be there and is not, came twice, or out of order. */
export type Faults = { lost: number; repeated: number };

export type LiveSocket = {
  socket: WebSocket;
  /** Called for each telemetry frame with the time that the sample has, Unix milliseconds. */
  onFrame: (sampleMs: number) => void;
};

export const topicOf = (deviceId: number, metric: string): string =>
  `machine_telemetry:single:${deviceId}:${metric}`;

/** Where sockets are opened. */
export type Door = { origin: string; dataDir: string };

/**
 * Opens `size` sockets, `CONNECT_AT_ONCE` at a time, each joined to all of `topics`, of as many people as it takes;
 * `packs`: as our own client does.
 */
export async function openLiveSockets(
  { origin, dataDir }: Door,
  size: number,
  topics: string[],
  faults: Faults,
  { packs = false } = {},
): Promise<LiveSocket[]> {
  const tokens = addSessions(dataDir, PERSON, Math.ceil(size / MAX_SOCKETS_AN_OWNER));
  let opened = 0;
  return openAll(size, () => {
    const token = tokens[opened++ % tokens.length]!;
    return openLiveSocket(socketUrl(origin, token, packs), topics, faults);
  });
}

export const socketUrl = (origin: string, token: string, packs = false): string =>
  `${origin.replace("http", "ws")}/socket/websocket?vsn=2.0.0${packs ? `&${PACKS_QUERY}` : ""}&token=${token}`;

async function openLiveSocket(url: string, topics: string[], faults: Faults): Promise<LiveSocket> {
  const socket = await openSocket(url);
  const live: LiveSocket = { socket, onFrame: () => undefined };
  const seqs = new Map<string, number>();
  let waiting = topics.length;
  await new Promise<void>((resolve, reject) => {
    const onFrame = (text: string) => {
      const [, , topic, event, payload] = JSON.parse(text) as [
        unknown,
        unknown,
        string,
        string,
        Record<string, never>,
      ];
      if (event === "probe")
        return socket.send(JSON.stringify([null, null, topic, event, payload]));
      if (event === "phx_reply") {
        const { status, response } = payload as unknown as {
          status: string;
          response: { seq: number };
        };
        if (status !== "ok") return reject(new Error(`the join was answered ${text}`));
        seqs.set(topic, response.seq);
        if (--waiting === 0) resolve();
        return;
      }
      if (event !== "telemetry") return;
      const { seq, data: sample } = payload as unknown as { seq: number; data: { time: string } };
      const expected = seqs.get(topic)! + 1;
      if (seq > expected) faults.lost += seq - expected;
      if (seq < expected) faults.repeated += 1;
      seqs.set(topic, Math.max(seq, expected - 1));
      live.onFrame(Date.parse(sample.time));
    };
    socket.on("message", (data: Buffer) => unpackFrames(data.toString()).forEach(onFrame));
    topics.forEach((topic, index) =>
      socket.send(JSON.stringify([`${index}`, `${index}`, topic, "phx_join", {}])),
    );
  });
  return live;
}

export async function openAll<T>(size: number, open: () => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun < size) {
      begun += 1;
      opened.push(await open());
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONNECT_AT_ONCE, size) }, lane));
  return opened;
}

export async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return socket;
}

/** Processor time of a process, user and system; 0 where /proc is not. */
export function cpuMsOf(pid: number): number {
  const fields = proc(pid, "stat")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** Resident memory in kB; 0 where /proc is not. */
export const memoryKbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(proc(pid, "status"))?.[1] ?? 0);

function proc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
