import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { formatAll } from "#app/domain/formats/lists.ts";
import { factsOf, idsOf, type AttentionSummary, type Counts } from "./need.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import { useLasted } from "./use-lasted.ts";
import { useLastKnown } from "./use-last-known.ts";
import type { WallFleet } from "./wall-fleet.ts";
import "#app/features/displays/texts.ts";

/** More are a number. */
const MOST_NAMES = 4;

type Asked = {
  fleet: WallFleet;
  counts: Counts;
  summary: AttentionSummary;
  /** What is counted is of before. */
  isPast: boolean;
};

/**
 * Which machines are not ready and for how long, at more and less length: their rows may come later in the round. The one that has
 * been so for longest is named first. Of before, how many they were comes last. Empty of a large fleet, of which the machines are not all known.
 */
export function useNotReadyNames({ fleet, counts, summary, isPast }: Asked): string[] {
  const { t } = useTranslation();
  const { locale, number } = useFormats();
  const lasted = useLasted();
  const { notReady, longestMinutes, isLonger } = summary;
  const all = useLongestNotReady(fleet.machines, counts, isPast);
  if (fleet.large !== null || notReady === 0 || all.length !== notReady) return [];
  const count = notReady;
  const most = Math.min(count, MOST_NAMES);
  const named = Array.from({ length: most }, (_, left) => {
    const some = all.slice(0, most - left);
    const others = count - some.length;
    const more = t("slideshow.othersNotReady", { shown: number(others) });
    return formatAll(locale, others === 0 ? some : [...some, more]);
  });
  const plain = (names: string) =>
    isPast
      ? t("slideshow.namedWereNotReady", { count, names })
      : t("slideshow.namedNotReady", { count, names });
  const length = longestMinutes === null ? null : lasted(longestMinutes * MINUTE_MS, isLonger);
  const timed = (names: string) =>
    length === null
      ? []
      : isPast
        ? t("slideshow.namedWereNotReadyFor", { count, names, length })
        : t("slideshow.namedNotReadyFor", { count, names, length });
  const said = (all: string[]) => [...all.flatMap(timed), ...all.map(plain)];
  // How many are not ready now has words of its own.
  return [...said(named), ...(isPast ? said([number(count)]) : [])];
}

/** Their names, that of the longest first; as last known while what is counted is of before. */
function useLongestNotReady(
  machines: WallFleet["machines"],
  counts: Counts,
  isPast: boolean,
): readonly string[] {
  const facts = factsOf(machines, counts, useFleetSnapshot());
  const began = new Map(facts.map(({ id, since }) => [id, since?.sinceMs ?? Infinity]));
  const beganOf = (id: number) => began.get(id) ?? Infinity;
  const ids = idsOf(facts, "notReady").sort((a, b) =>
    beganOf(a) === beganOf(b) ? 0 : beganOf(a) - beganOf(b),
  );
  const names = ids.flatMap((id) => machines.find((machine) => machine.id === id)?.name ?? []);
  return useLastKnown(names, isPast, machines.map((machine) => machine.id).join());
}
