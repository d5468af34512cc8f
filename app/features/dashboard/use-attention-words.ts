import { useTranslation } from "react-i18next";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { AttentionKind, AttentionSummary } from "./need.ts";
import { useLasted } from "./use-lasted.ts";
import "./texts.ts";

export type Counted = Record<AttentionKind, number>;
type Word = { kind: AttentionKind; count: number; text: string; short: string };

/** The parts of the line that are not zero, the most urgent one first; `short`: on a phone. */
export const useAttentionWords = (summary: AttentionSummary): Word[] =>
  useEachWord(summary).filter(({ count }) => count > 0);

/** All of them, the most urgent first. */
export function useEachWord(summary: AttentionSummary): Word[] {
  const { t } = useTranslation();
  const lasted = useLasted();
  const { alarms, notReady, longestMinutes, isLonger, overdue, silent, unheard } = summary;
  const longest = longestMinutes === null ? null : lasted(longestMinutes * MINUTE_MS, isLonger);
  const many = notReady === 1 ? "For" : isLonger ? "Longer" : "Longest";
  const all: { kind: AttentionKind; count: number; text: string; short?: string }[] = [
    { kind: "alarms", count: alarms, text: t("need.alarms", { count: alarms }) },
    {
      kind: "notReady",
      count: notReady,
      text:
        longest === null
          ? t("need.notReady", { count: notReady })
          : t(`need.notReady${many}`, { machines: notReady, longest }),
    },
    {
      kind: "overdue",
      count: overdue,
      text: t("need.overdue", { count: overdue }),
      short: t("need.overdueShort", { count: overdue }),
    },
    { kind: "silent", count: silent, text: t("need.silent", { count: silent }) },
    { kind: "unheard", count: unheard, text: t("need.unheard", { count: unheard }) },
  ];
  return all.map((each) => ({ short: each.text, ...each }));
}
