/** What a screen asks again and again: whether it is paired. Null when Helios does not answer. */
export type DisplayStatus =
  | { state: "waiting" | "none" }
  | { state: "paired"; /** Differs when something was changed. */ settings: string };

export const DISPLAY_STATUS_PATH = "/display/status";
const PATIENCE_MS = 8_000;

export async function readDisplayStatus(): Promise<DisplayStatus | null> {
  try {
    const answer = await fetch(DISPLAY_STATUS_PATH, {
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok ? ((await answer.json()) as DisplayStatus) : null;
  } catch {
    return null;
  }
}
