/** The Helios that the journeys of one test process share, one after the other (tests/setup/shared-helios.ts). */
import { inject } from "vitest";

export type SharedHelios = { origin: string; port: number; dataDir: string };

const answer = await fetch(
  `${inject("journeys")}/helios?worker=${process.env.VITEST_POOL_ID ?? "1"}`,
);
if (!answer.ok) throw new Error(await answer.text());
const helios = (await answer.json()) as SharedHelios;

export const sharedHelios = (): SharedHelios => helios;
