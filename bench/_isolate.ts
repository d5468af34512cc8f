/**
 * What one Worker's isolate has in memory, asked through workerd's inspector, which speaks to one at a time. It answers no
 * request to collect (it runs none of the tasks that V8 leaves for later): a collection is a call of V8's own `gc`, which
 * is there when workerd was started with COLLECTS.
 */
import { WebSocket } from "ws";

const MB = 1024 * 1024;

type HeapUsage = { usedSize: number; totalSize: number; backingStorageSize?: number };

/** Of the environment of a start. */
export const COLLECTS = { MINIFLARE_WORKERD_V8_FLAGS: "--expose-gc" };

export type Isolate = {
  /** V8's heap in use (what is not collected yet included) and in reserve, and buffers outside of it. */
  memory(): Promise<{ usedMb: number; reservedMb: number; buffersMb: number }>;
  /** A whole collection, at once. */
  collect(): Promise<void>;
};

export async function openIsolate(inspectorPort: number, worker: string): Promise<Isolate> {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:${worker}`);
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const end = (error?: Error) => {
    for (const each of asked.values()) each.reject(error ?? new Error("the inspector left"));
    asked.clear();
  };
  socket.on("close", () => end()).on("error", end);
  socket.on("message", (data: Buffer) => {
    type Told = { method?: string; params?: { context?: { id: number } } };
    type Answer = Told & { id?: number; result?: unknown; error?: { message: string } };
    const { id, result, error, method, params } = JSON.parse(data.toString()) as Answer;
    if (method === "Runtime.executionContextCreated") contextId ??= params?.context?.id;
    const waiting = id === undefined ? undefined : asked.get(id);
    if (id === undefined || !waiting) return;
    asked.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  });
  let last = 0;
  let contextId: number | undefined;
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    const waiting = Promise.withResolvers<unknown>();
    last += 1;
    asked.set(last, waiting);
    socket.send(JSON.stringify({ id: last, method, params }));
    return waiting.promise;
  };
  return {
    memory: async () => {
      const usage = (await ask("Runtime.getHeapUsage")) as HeapUsage;
      const { usedSize, totalSize, backingStorageSize = 0 } = usage;
      return {
        usedMb: usedSize / MB,
        reservedMb: totalSize / MB,
        buffersMb: backingStorageSize / MB,
      };
    },
    collect: async () => {
      if (contextId === undefined) await ask("Runtime.enable");
      const asked = { expression: "gc()", contextId };
      const answer = (await ask("Runtime.evaluate", asked)) as { exceptionDetails?: object };
      if (answer.exceptionDetails) throw new Error("workerd was started without gc");
    },
  };
}
