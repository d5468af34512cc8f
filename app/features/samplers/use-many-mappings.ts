import { useRevalidator } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import { createManyActs, type ManyState } from "./many-acts.ts";
import type { ManyMappingsJson } from "./schemas.ts";

/**
 * Many mappings of a sampler in one act: looked at first, then done; the page's data is read anew afterwards. They go to
 * /v1 because the file of a whole sampler is larger than the 64 KiB that a page's form may send (decision 061).
 */
export function useManyMappings(samplerId: number) {
  const [state, setState] = useState<ManyState>({ step: "idle" });
  const { revalidate } = useRevalidator();
  const readAnew = useRef(revalidate);
  useEffect(() => {
    readAnew.current = revalidate;
  });
  const acts = useMemo(
    () =>
      createManyActs({
        call: (body) =>
          callApi<{ data: ManyMappingsJson }>(`samplers/${samplerId}/telemetry_definitions`, {
            method: "POST",
            body,
          }),
        onState: setState,
        onWritten: () => readAnew.current(),
      }),
    [samplerId],
  );
  return { state, ...acts };
}
