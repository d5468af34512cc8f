import { useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
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
  | { step: "failed"; failure: ManyFailure };
/** In words under `many.failures`. */
type ManyFailure = "offline" | "conflict" | "too_large" | "gone" | "other";

/**
 * Many mappings of a sampler in one act: looked at first, then done; the page's data is read anew afterwards. They go to
 * /v1 because the file of a whole sampler is larger than the 64 KiB that a page's form may send (decision 061).
 */
export function useManyMappings(samplerId: number) {
  const [state, setState] = useState<State>({ step: "idle" });
  const { revalidate } = useRevalidator();
  const newest = useRef(0);
  const send = async (request: ManyRequest, isTrial: boolean) => {
    const own = ++newest.current;
    setState({ step: "busy" });
    const answer = await callApi<{ data: ManyMappingsJson }>(
      `samplers/${samplerId}/telemetry_definitions`,
      { method: "POST", body: { ...request, dry_run: isTrial } },
    );
    const result = answer.ok ? answer.data.data : null;
    // What was done is on the page, also when nobody waits for it any more.
    if (result?.is_done) revalidate();
    // An answer to what was asked before is not the answer to what was asked last.
    if (own !== newest.current) return null;
    if (!answer.ok) setState({ step: "failed", failure: failureOf(answer.code) });
    else if (result!.is_done) setState({ step: "done", result: result! });
    else setState({ step: "looked", request, result: result! });
    return result;
  };
  return {
    state,
    look: (request: ManyRequest) => send(request, true),
    apply: (request: ManyRequest) => send(request, false),
    reset: () => {
      newest.current++;
      setState({ step: "idle" });
    },
  };
}

function failureOf(code: string): ManyFailure {
  switch (code) {
    case "offline":
    case "conflict":
    case "too_large":
      return code;
    case "not_found":
    case "forbidden":
    case "unauthenticated":
      return "gone";
    default:
      return "other";
  }
}
