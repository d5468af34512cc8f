import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { ATTENTION_KINDS, type AttentionKind, type AttentionSummary } from "./need.ts";
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
  const { number } = useFormats();
  const lasted = useLasted();
  const { notReady, longestMinutes, isLonger } = summary;
  const longest = longestMinutes === null ? null : lasted(longestMinutes * MINUTE_MS, isLonger);
  const many = notReady === 1 ? "For" : isLonger ? "Longer" : "Longest";
  return ATTENTION_KINDS.map((kind) => {
    const count = summary[kind];
    const counted = { count, shown: number(count) };
    const plain = t(`need.${kind}`, counted);
    const text =
      kind === "notReady" && longest !== null
        ? t(`need.notReady${many}`, { ...counted, longest })
        : plain;
    // For how long stands on the cards.
    const short = kind === "overdue" ? t("need.overdueShort", counted) : plain;
    return { kind, count, text, short };
  });
}
