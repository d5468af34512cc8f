/** What a sampler reports of its source's types at start (CONTRACT §3): as a Logix, an S7 or no PLC at all would name them. */
import { controllerOf, typesOfController } from "#app/domain/samplers/controllers.ts";
import { backOffMs, pause } from "./back-off.ts";

export const typesOf = (make: string) => typesOfController(controllerOf(make));

type Input = { origin: string; samplerKey: string; make: string; signal: AbortSignal };

const TIMEOUT_MS = 30_000;
const TRIES = 20;

/** Until Helios has taken or refused them, or the signal ends it. Never throws. */
export async function reportTypes({ origin, samplerKey, make, signal }: Input): Promise<void> {
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt++) {
    const status = await fetch(`${origin}/ingest/v1/types`, {
      method: "POST",
      headers: { authorization: `Bearer ${samplerKey}`, "content-type": "application/json" },
      body: JSON.stringify({ types: typesOf(make) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 503,
    );
    if (status < 500 && status !== 429 && status !== 408) return;
    await pause(backOffMs(attempt, null, Math.random()), signal);
  }
}
