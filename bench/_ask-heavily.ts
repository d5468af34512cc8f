/** A process of its own that asks the same question so many times at once, each again when it is answered, until it is told to end. */
import { setTimeout as sleep } from "node:timers/promises";

export type Questions = { url: string; token: string; atOnce: number };
export type Asked = { answered: number; refused: number; failed: number; ms: number[] };

const asked: Asked = { answered: 0, refused: 0, failed: 0, ms: [] };
const ended = new AbortController();

async function ask({ url, token }: Questions): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  while (!ended.signal.aborted) {
    const at = performance.now();
    try {
      const answer = await fetch(url, { headers, signal: ended.signal });
      await answer.arrayBuffer();
      if (answer.status === 200) {
        asked.answered += 1;
        asked.ms.push(performance.now() - at);
      } else if (answer.status === 429) {
        asked.refused += 1;
        await sleep(Number(answer.headers.get("retry-after")) * 1000, null, {
          signal: ended.signal,
        });
      } else asked.failed += 1;
    } catch {
      if (!ended.signal.aborted) asked.failed += 1;
    }
  }
}

process.on("message", (message: Questions | "end") => {
  if (message !== "end") {
    for (let lane = 0; lane < message.atOnce; lane++) void ask(message);
    return;
  }
  ended.abort();
  process.send!(asked);
});
