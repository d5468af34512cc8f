/** The calls of /v1 that an export makes, its refusals as one line each. */
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "#scripts/import/sampler-config.ts";
import { UserFault } from "#scripts/import/user-fault.ts";

const PATIENCE_MS = 60_000;
/** A restart of Helios takes a few seconds. */
const RETRIES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

export async function get<T>(origin: string, token: string, path: string): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(origin + path, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => ({ status: 0, text: reasonOf(error) }));
    if (answer.status === 200) return JSON.parse(answer.text) as T;
    const isPassing = answer.status === 0 || answer.status === 429 || answer.status >= 500;
    const waitMs = RETRIES_MS[attempt];
    // Nobody there at the first call is a wrong address, not a restart.
    if (
      isPassing &&
      waitMs !== undefined &&
      !(answer.status === 0 && path.startsWith("/v1/devices/"))
    )
      await sleep(waitMs);
    else throw new UserFault(explain(origin, answer));
  }
}

function explain(origin: string, { status, text }: { status: number; text: string }): string {
  if (status === 0) return `Helios does not answer at ${origin}: ${text}.`;
  if (status === 401)
    return `Helios at ${origin} refuses the token (401); take a new API token (hat_…) or session.`;
  let message = text.slice(0, 200);
  try {
    const body = JSON.parse(text) as { message?: string; errors?: Record<string, string[]> };
    const fields = Object.entries(body.errors ?? {}).map(
      ([name, words]) => `${name} ${words.join(", ")}`,
    );
    message = [body.message ?? message, ...fields].join(" ");
  } catch {
    // It stays as it came.
  }
  return `Helios answers ${status}: ${message}`;
}
