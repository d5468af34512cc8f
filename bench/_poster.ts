/** Posts for bench/live.ts from a thread of its own, so that frames that arrive do not hold up the clock of the answer. */
import { parentPort } from "node:worker_threads";

type Order = { url: string; headers: Record<string, string>; body: string };

const nowMs = () => performance.timeOrigin + performance.now();

parentPort!.on("message", (order: Order) => void post(order));

async function post({ url, headers, body }: Order): Promise<void> {
  const sentAt = nowMs();
  try {
    const answer = await fetch(url, { method: "POST", headers, body });
    const text = await answer.text();
    parentPort!.postMessage({
      sentAt,
      answeredAt: nowMs(),
      problem: answer.status === 200 ? null : `${answer.status} ${text}`,
    });
  } catch (error) {
    parentPort!.postMessage({ sentAt, answeredAt: nowMs(), problem: String(error) });
  }
}
