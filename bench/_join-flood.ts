/** A user who joins 10,000 invented metrics on a socket, again and again, in a thread of its own, until told to stop. */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { WebSocket } from "ws";
import { socketUrl, topicOf } from "./_live-sockets.ts";

const JOINS = 10_000;
const AGAIN_MS = 50;

export type FloodOrder = { origin: string; token: string; deviceId: number };
export type FloodResult = { sockets: number; refused: number; answers: Record<string, number> };

const { origin, token, deviceId } = workerData as FloodOrder;
const result: FloodResult = { sockets: 0, refused: 0, answers: {} };
let isOn = true;
parentPort!.once("message", () => (isOn = false));

while (isOn) {
  await new Promise<void>((resolve) => {
    const socket = new WebSocket(socketUrl(origin, token), { perMessageDeflate: false });
    socket.on("error", () => (result.refused += 1));
    socket.on("close", () => resolve());
    socket.on("message", (data: Buffer) => {
      const reason = /"reason":"([^"]*)"/.exec(data.toString())?.[1] ?? "ok";
      result.answers[reason] = (result.answers[reason] ?? 0) + 1;
      if (!isOn) socket.terminate();
    });
    socket.on("open", () => {
      result.sockets += 1;
      for (let index = 0; index < JOINS; index++) {
        const topic = topicOf(deviceId, `invented_${result.sockets}_${index}`);
        socket.send(JSON.stringify([`${index}`, `${index}`, topic, "phx_join", {}]));
      }
    });
  });
  await sleep(AGAIN_MS);
}
parentPort!.postMessage(result);
