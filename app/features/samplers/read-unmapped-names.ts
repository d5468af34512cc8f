/** All that comes unmapped, as rows to map: read in requests of a bounded size, each a piece of the way. */
import type { ApiAnswer } from "#app/components/call-api.ts";
import { MAX_MAPPINGS_PER_MACHINE } from "#app/domain/limits.ts";
import { MAX_HUMAN_KEY_LENGTH } from "#app/domain/samplers/mapping-rules.ts";
import { MAX_UNMAPPED_NAMES, type UnmappedNamesJson } from "./schemas.ts";

export type NameRow = { machine_key: string; human_key: string };
export type NamesRead =
  | { step: "reading"; read: number; of: number | null }
  | { step: "failed" }
  | { step: "read"; rows: readonly NameRow[] };

/**
 * Says how far it is after each page, and ends with all rows or as failed; says nothing more once `isWanted` answers no.
 * Each human key is given once: pages of the server do not know each other.
 */
export async function readUnmappedNames({
  call,
  onStep,
  isWanted,
}: {
  call: (page: number) => Promise<ApiAnswer<UnmappedNamesJson>>;
  onStep: (step: NamesRead) => void;
  isWanted: () => boolean;
}): Promise<void> {
  const rows = new Map<string, string>();
  const used = new Set<string>();
  onStep({ step: "reading", read: 0, of: null });
  for (let page = 1; page <= MAX_MAPPINGS_PER_MACHINE / MAX_UNMAPPED_NAMES; page++) {
    const answer = await call(page);
    if (!isWanted()) return;
    if (!answer.ok) return onStep({ step: "failed" });
    const { data, paging } = answer.data;
    for (const { machine_key, human_key } of data) {
      if (rows.has(machine_key)) continue;
      const free = freeName(human_key, used);
      rows.set(machine_key, free);
      used.add(free);
    }
    if (data.length < paging.limit) break;
    onStep({ step: "reading", read: rows.size, of: paging.count });
  }
  onStep({
    step: "read",
    rows: [...rows].map(([machine_key, human_key]) => ({ machine_key, human_key })),
  });
}

/** `name`, or with the first number behind it that nobody has. */
function freeName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  for (let n = 2; ; n++) {
    const end = `_${n}`;
    const tried = name.slice(0, MAX_HUMAN_KEY_LENGTH - end.length) + end;
    if (!used.has(tried)) return tried;
  }
}
