/** What one Worker's isolate has in memory, asked through workerd's inspector, which speaks to one at a time and answers no request to collect. */
import { WebSocket } from "ws";

const MB = 1024 * 1024;

type HeapUsage = { usedSize: number; totalSize: number; backingStorageSize?: number };

export type Isolate = {
  /** V8's heap in use (what is not collected yet included) and in reserve, and buffers outside of it. */
  memory(): Promise<{ usedMb: number; reservedMb: number; buffersMb: number }>;
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
    type Answer = { id?: number; result?: unknown; error?: { message: string } };
    const { id, result, error } = JSON.parse(data.toString()) as Answer;
    const waiting = id === undefined ? undefined : asked.get(id);
    if (id === undefined || !waiting) return;
    asked.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  });
  let last = 0;
  const ask = (method: string): Promise<unknown> => {
    const waiting = Promise.withResolvers<unknown>();
    last += 1;
    asked.set(last, waiting);
    socket.send(JSON.stringify({ id: last, method }));
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
  };
}
