/** Asks Helios whose the sampler key is, before a file is sent to the wrong machine. */
import { UserFault } from "./user-fault.ts";

export type SamplerFacts = {
  sampler: { name: string; only_mapped_tags: boolean };
  device: { id: number; serial_number: string; timezone: string };
};

const PATIENCE_MS = 15_000;

export async function requireSampler(
  origin: string,
  key: string,
  device: string,
): Promise<SamplerFacts> {
  const answer = await fetch(`${origin}/ingest/v1/config`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    throw new UserFault(`Helios does not answer at ${origin}: ${reasonOf(error)}.`);
  });
  if (answer.status === 401)
    throw new UserFault(
      `Helios at ${origin} refuses the sampler key (401); take it from the machine's samplers tab, or rotate it there.`,
    );
  const body = (await answer.json().catch(() => null)) as { data?: SamplerFacts } | null;
  if (!answer.ok || !body?.data?.device)
    throw new UserFault(`${origin} does not answer as Helios does (HTTP ${answer.status}).`);
  const { data } = body;
  if (device !== String(data.device.id) && device !== data.device.serial_number) {
    throw new UserFault(
      `The key is of machine ${data.device.serial_number} (id ${data.device.id}), not of ${device}.`,
    );
  }
  return data;
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error.cause as { code?: string } | undefined)?.code;
  return code ?? (error.name === "TimeoutError" ? "no answer in time" : error.message);
}
