/** A user who opens sockets and sends on each as fast as it takes it, again and again, in a thread of its own, until told to stop. */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { WebSocket } from "ws";
import { topicOf } from "./_live-sockets.ts";

/** On each socket, which is closed long before they are all read. */
const MESSAGES = 10_000;
const AGAIN_MS = 50;

/** What is sent: joins of metrics that nobody ever heard of, or heartbeats. */
export type FloodKind = "joins" | "heartbeats";
export type FloodOrder = { url: string; kind: FloodKind; deviceId: number };
export type FloodResult = { sockets: number; refused: number; answers: Record<string, number> };

const { url, kind, deviceId } = workerData as FloodOrder;
const result: FloodResult = { sockets: 0, refused: 0, answers: {} };
let isOn = true;
parentPort!.once("message", () => (isOn = false));

const messageOf = (index: number): unknown[] =>
  kind === "heartbeats"
    ? [null, `${index}`, "phoenix", "heartbeat", {}]
    : [
        `${index}`,
        `${index}`,
        topicOf(deviceId, `invented_${result.sockets}_${index}`),
        "phx_join",
        {},
      ];

while (isOn) {
  await new Promise<void>((resolve) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on("error", () => (result.refused += 1));
    socket.on("close", () => resolve());
    socket.on("message", (data: Buffer) => {
      const reason = /"reason":"([^"]*)"/.exec(data.toString())?.[1] ?? "ok";
      result.answers[reason] = (result.answers[reason] ?? 0) + 1;
      if (!isOn) socket.terminate();
    });
    socket.on("open", () => {
      result.sockets += 1;
      for (let index = 0; index < MESSAGES; index++) socket.send(JSON.stringify(messageOf(index)));
    });
  });
  await sleep(AGAIN_MS);
}
parentPort!.postMessage(result);
