import { sampleDataAt } from "#app/domain/sample-data.ts";
import type { WebEnv } from "#app/platform/env.ts";

/** Sample data for development, without a session; null in staging and production, where its addresses are 404. */
export function answerSampleData(
  request: Request,
  url: URL,
  { HELIOS_MODE }: Pick<WebEnv, "HELIOS_MODE">,
): Response | null {
  if (HELIOS_MODE !== "local" || request.method !== "GET") return null;
  const list = sampleDataAt(url.pathname, url.searchParams.get("status"));
  return list && Response.json(list, { headers: { "Cache-Control": "no-store" } });
}
