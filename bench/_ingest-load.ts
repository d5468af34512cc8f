/**
 * What a plant's sampler posts, made before the clock runs, and a client that costs next to nothing:
 * raw sockets, keep-alive, requests as ready bytes, one at a time per connection.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

export const METRICS = 60;

export type Wire = "json" | "line";
type Column = { name: string; next: () => number | boolean };

/** A random source that gives the same plant in every run. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** 60 metrics: 16 booleans, 10 encoded, 7 counters, 27 floats with sensor noise that keep to a level. */
function columnsOf(seed: number): Column[] {
  const random = randomFrom(seed);
  const columns: Column[] = [];
  for (let i = 0; i < 16; i += 1) {
    let on = random() < 0.5;
    columns.push({ name: `bench_flag_${i}`, next: () => (on = random() < 0.02 ? !on : on) });
  }
  for (let i = 0; i < 10; i += 1) {
    let code = 16;
    columns.push({
      name: `bench_status_${i}`,
      next: () => (code = random() < 0.03 ? 2 ** (4 + Math.floor(random() * 6)) : code),
    });
  }
  for (let i = 0; i < 7; i += 1) {
    let count = Math.floor(random() * 1e6);
    columns.push({ name: `bench_count_${i}`, next: () => (count += Math.floor(random() * 4)) });
  }
  for (let i = 0; i < 27; i += 1) {
    const usual = 20 + random() * 200;
    let level = usual;
    columns.push({
      name: `bench_sensor_${i}`,
      next: () =>
        Math.round(
          (level += (usual - level) / 500 + (random() - 0.5) * 0.2) * 1000 + (random() - 0.5) * 400,
        ) / 1000,
    });
  }
  return columns;
}

/** Bodies of one machine, so many scans a second apart each, one after the other from `startMs`. */
export function makeBodies(options: {
  wire: Wire;
  gzip: boolean;
  scans: number;
  posts: number;
  seed: number;
  startMs: number;
}): Buffer[] {
  const columns = columnsOf(options.seed);
  return Array.from({ length: options.posts }, (_, post) => {
    const firstMs = options.startMs + post * options.scans * 1000;
    const times = Array.from({ length: options.scans }, (_each, second) => firstMs + second * 1000);
    const text =
      options.wire === "json"
        ? toJson(columns, times, post)
        : toLines(columns, times, options.seed);
    return options.gzip ? gzipSync(text) : Buffer.from(text);
  });
}

function toJson(columns: Column[], times: number[], post: number): string {
  const tags = Object.fromEntries(
    columns.map((column) => [column.name, times.map(() => column.next())]),
  );
  return JSON.stringify({
    batch_id: `bench-${post}`,
    frames: [{ times, tags }],
    buffered: 0,
    dropped: 0,
  });
}

function toLines(columns: Column[], times: number[], seed: number): string {
  const lines = times.map(
    (timeMs) =>
      `machine,plant=m${seed} ${columns.map((column) => `${column.name}=${String(column.next())}`).join(",")} ${timeMs}`,
  );
  return `${lines.join("\n")}\n`;
}

export type Target = { port: number; path: string; headers: Record<string, string> };
export type Post = { target: Target; body: Buffer };

/** Posts one after the other on one connection to the one port of all; throws at the first answer that is not 2xx. */
export async function postAll(posts: readonly Post[]): Promise<void> {
  if (posts.length === 0) return;
  const socket = await open(posts[0]!.target.port);
  try {
    for (const post of posts) await send(socket, post);
  } finally {
    socket.destroy();
  }
}

/**
 * Posts at a steady pace, whether or not the one before was answered, a connection per machine; milliseconds from when each
 * was due to its answer, so that a server that stalls is charged for all that had to wait.
 */
export async function postAtPace(
  machines: readonly (readonly Post[])[],
  perSecond: number,
): Promise<number[]> {
  const ms: number[] = [];
  const startedAt = performance.now() + 100;
  const sockets = await Promise.all(machines.map((posts) => open(posts[0]!.target.port)));
  try {
    await Promise.all(
      machines.map(async (posts, machine) => {
        for (const [index, post] of posts.entries()) {
          const dueAt = startedAt + ((index * machines.length + machine) * 1000) / perSecond;
          const waitMs = dueAt - performance.now();
          if (waitMs > 0) await sleep(waitMs);
          await send(sockets[machine]!, post);
          ms.push(performance.now() - dueAt);
        }
      }),
    );
    return ms;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function send(socket: Socket, { target: { path, headers }, body }: Post): Promise<void> {
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.cork();
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\n${head}Content-Length: ${body.length}\r\n\r\n`,
    "latin1",
  );
  socket.write(body);
  socket.uncork();
  return readAnswer(socket);
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.setNoDelay(true);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** Until the answer is whole: its length is told, or it has no body (204). */
function readAnswer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const end = (problem?: string) => {
      socket.off("data", take).off("close", gone).off("error", gone);
      if (problem === undefined) resolve();
      else reject(new Error(problem));
    };
    const gone = () => end("the connection was closed in the middle of an answer");
    const take = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const status = Number(text.slice(9, 12));
      const length = Number(
        /\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? (status === 204 ? 0 : NaN),
      );
      if (Number.isNaN(length)) return end(`an answer without a length: ${text.slice(0, 300)}`);
      if (text.length < headEnd + 4 + length) return;
      end(status >= 200 && status < 300 ? undefined : `refused: ${text.slice(0, 500)}`);
    };
    socket.on("data", take).once("close", gone).once("error", gone);
  });
}
