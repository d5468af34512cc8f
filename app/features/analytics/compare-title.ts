import "./texts.ts";
import type { TFunction } from "i18next";
import { comparedMachine, type Compared, type CompareSetup } from "./compare.ts";

/** What is compared, in words: a time, or the name of a machine. */
export function compareTitle(
  key: Compared,
  { peers }: Pick<CompareSetup, "peers">,
  t: TFunction,
): string {
  const id = comparedMachine(key);
  if (id !== null) return peers.find((peer) => peer.id === id)?.name ?? String(id);
  return t(`analytics.compare_${key as Exclude<Compared, `machine-${number}`>}`);
}
