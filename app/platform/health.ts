import type { WebEnv } from "./env.ts";

export type Health =
  | { status: "ok" }
  | { status: "unavailable"; ingest: boolean; sockets: boolean };

/** Ok once ingest and sockets answer too: the three Workers come up separately. */
export async function askHealth(
  { INGEST, LIVE }: Pick<WebEnv, "INGEST" | "LIVE">,
  url: URL,
): Promise<Health> {
  const [ingest, live] = await Promise.allSettled([
    INGEST.fetch(new URL("/health", url)),
    LIVE.fetch(new URL("/socket/healthz", url)),
  ]);
  const answers = {
    ingest: ingest.status === "fulfilled" && ingest.value.ok,
    sockets: live.status === "fulfilled" && live.value.ok,
  };
  return answers.ingest && answers.sockets
    ? { status: "ok" }
    : { status: "unavailable", ...answers };
}
