import { BellRing, CalendarClock } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import type { MachineCounts } from "./fleet-types.ts";
import type { AttentionKind } from "./need.ts";
import "./texts.ts";

/** What the strip was asked for: why the machine stands in front, or that it is none of those; null: nothing. */
export type Asked = AttentionKind | "other" | null;

/** Of `urgency`: from there on a bell is red, as a wall's. */
const HIGH = 2;

/** One of its alarms is critical or high. */
export const hasUrgent = ({ alarms, urgency = HIGH }: MachineCounts): boolean =>
  alarms > 0 && urgency >= HIGH;

/** What fades while others are asked for, and comes back under a hand or a focus. */
export const fadedBy = (asked: Asked): string | false =>
  asked === "other" &&
  "opacity-45 transition-opacity duration-150 hover:opacity-100 focus-within:opacity-100 print:opacity-100";

/**
 * Alarms that are raised at a machine, and its overdue work: in words where the strip was asked for it. Why it is asked for
 * otherwise stands on it anyway: its state, or how old it is.
 */
export function NeedMarks({
  alarms,
  overdue,
  urgency,
  asked,
  isCut,
}: MachineCounts & {
  asked: Asked;
  /** The page hears nothing any more: what they say is of before then. */
  isCut: boolean;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const raised = t("need.alarms", { count: alarms, shown: number(alarms) });
  return (
    <>
      {alarms > 0 && (
        <Mark
          icon={<BellRing className="size-4" aria-hidden="true" />}
          count={alarms}
          words={isCut ? t("live.before", { what: raised }) : raised}
          isAsked={asked === "alarms" && !isCut}
          isOld={isCut}
          isUrgent={hasUrgent({ alarms, overdue, urgency })}
          data-alarms={alarms}
        />
      )}
      {overdue > 0 && (
        <Mark
          isAsked={asked === "overdue"}
          isUrgent={asked === "overdue"}
          isOld={isCut}
          icon={<CalendarClock className="size-4" aria-hidden="true" />}
          count={overdue}
          words={t("need.overdueShort", { count: overdue, shown: number(overdue) })}
          data-overdue-work={overdue}
        />
      )}
    </>
  );
}

function Mark({
  icon,
  count,
  words,
  isAsked,
  isOld,
  isUrgent,
  ...data
}: {
  icon: ReactNode;
  count: number;
  words: string;
  isAsked: boolean;
  isOld: boolean;
  isUrgent: boolean;
  "data-alarms"?: number;
  "data-overdue-work"?: number;
}) {
  return (
    <span
      {...data}
      className={cx(
        "inline-flex shrink-0 items-center gap-1 text-xs font-semibold whitespace-nowrap",
        isOld
          ? "stale"
          : cx(
              isUrgent ? "text-alarm" : "text-ink",
              // A faded word on a wash would be hard to read.
              isAsked && "rounded-full bg-current/10 px-1.5",
            ),
      )}
    >
      {icon}
      {isAsked ? (
        words
      ) : (
        <>
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{words}</span>
        </>
      )}
    </span>
  );
}
