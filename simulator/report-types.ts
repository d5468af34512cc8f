/** What a sampler reports of its source's types at start (CONTRACT §3): as a Logix, an S7 or no PLC at all would name them. */
import { backOffMs, pause } from "./back-off.ts";

export type ReportedType = {
  name: string;
  type: string;
  length: number | null;
  members: { name: string; type: string }[];
};

const members = (all: Record<string, string>) =>
  Object.entries(all).map(([name, type]) => ({ name, type }));

const LOGIX: readonly ReportedType[] = [
  { name: "LINT", type: "integer", length: null, members: [] },
  { name: "REAL_ARRAY", type: "float", length: 64, members: [] },
  {
    name: "udtDrive",
    type: "structure",
    length: null,
    members: members({ Speed: "REAL", Current: "REAL", Fault: "BOOL", FaultCode: "DINT" }),
  },
  {
    name: "udtOrder",
    type: "structure",
    length: null,
    members: members({ Number: "STRING", Sheets: "DINT", Width: "REAL", Length: "REAL" }),
  },
];
const S7: readonly ReportedType[] = [
  { name: "Bool", type: "boolean", length: null, members: [] },
  { name: "DInt", type: "integer", length: null, members: [] },
  { name: "LReal", type: "float", length: null, members: [] },
  { name: "String[32]", type: "string", length: null, members: [] },
  {
    name: "DB_Section",
    type: "structure",
    length: 16,
    members: members({ Running: "Bool", Speed: "Real", Temperature: "Real", Text: "WString" }),
  },
];
/** A gateway that sends names and values and knows no types. */
const PLAIN: readonly ReportedType[] = [];

const BY_MAKE: Readonly<Record<string, readonly ReportedType[]>> = {
  Sun: LOGIX,
  Ward: LOGIX,
  Fosber: S7,
};

export const typesOf = (make: string): readonly ReportedType[] => BY_MAKE[make] ?? PLAIN;

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
