import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { CsvRow } from "./mapping-csv.ts";
import type { ManyMappingsJson } from "./schemas.ts";

/** Where the rows come from, and what becomes of those whose keys are in use. */
export type ManyRequest = (
  { mappings: readonly CsvRow[] } | { from_sampler_id: number } | { from_defaults: true }
) & { taken: "refuse" | "skip" };

type State =
  | { step: "idle" }
  | { step: "busy" }
  | { step: "looked"; request: ManyRequest; result: ManyMappingsJson }
  | { step: "done"; result: ManyMappingsJson }
  | { step: "failed"; code: string; message: string };

/** Many mappings of a sampler in one act: looked at first, then done; the page's data is read anew afterwards. */
export function useManyMappings(samplerId: number) {
  const [state, setState] = useState<State>({ step: "idle" });
  const { revalidate } = useRevalidator();
  const send = async (request: ManyRequest, isTrial: boolean) => {
    setState({ step: "busy" });
    const answer = await callApi<{ data: ManyMappingsJson }>(
      `samplers/${samplerId}/telemetry_definitions`,
      { method: "POST", body: { ...request, dry_run: isTrial } },
    );
    if (!answer.ok) {
      setState({ step: "failed", code: answer.code, message: answer.message });
      return null;
    }
    const { data: result } = answer.data;
    setState(result.is_done ? { step: "done", result } : { step: "looked", request, result });
    if (result.is_done) revalidate();
    return result;
  };
  return {
    state,
    look: (request: ManyRequest) => send(request, true),
    apply: (request: ManyRequest) => send(request, false),
    reset: () => setState({ step: "idle" }),
  };
}
