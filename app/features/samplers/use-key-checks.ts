import { useEffect, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { MappingJson } from "./schemas.ts";

/** After the last key (spec 001 §9). */
const CHECK_AFTER_MS = 500;

/** `unknown`: nothing to ask, or Helios did not answer: saving decides. */
export type KeyCheck = "unknown" | "checking" | "free" | "taken";

/** Whether another mapping has the key. `ownId`: of the mapping that is edited, which does not count against itself. */
function useKeyCheck(path: string | null, ownId: number | null): KeyCheck {
  const [known, setKnown] = useState<{ path: string; check: KeyCheck } | null>(null);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void callApi<{ data: MappingJson[] }>(path, { signal: abort.signal }).then((answer) => {
        if (abort.signal.aborted) return;
        const check = !answer.ok
          ? "unknown"
          : answer.data.data.some(({ id }) => id !== ownId)
            ? "taken"
            : "free";
        setKnown({ path, check });
      });
    }, CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path, ownId]);
  if (path === null) return "unknown";
  return known?.path === path ? known.check : "checking";
}

type Keys = { samplerId: number; deviceId: number; machineKey: string; humanKey: string };

/** Uniqueness of a mapping's keys while they are typed: the machine key's in its sampler, the human key's on its machine. */
export function useKeyChecks(
  { samplerId, deviceId, machineKey, humanKey }: Keys,
  own: { id: number; machine_key: string; human_key: string } | null,
): { machine: KeyCheck; human: KeyCheck } {
  const isAsked = (key: string, ownKey: string | undefined) => key !== "" && key !== ownKey;
  const machine = useKeyCheck(
    isAsked(machineKey, own?.machine_key)
      ? `samplers/${samplerId}/telemetry_definitions?limit=1&filters[eq][machine_key]=${encodeURIComponent(machineKey)}`
      : null,
    own?.id ?? null,
  );
  const human = useKeyCheck(
    isAsked(humanKey, own?.human_key)
      ? `devices/${deviceId}/telemetry_definitions?human_key=${encodeURIComponent(humanKey)}`
      : null,
    own?.id ?? null,
  );
  return { machine, human };
}
