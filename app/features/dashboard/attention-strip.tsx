import {
  BellRing,
  CalendarClock,
  Check,
  CircleDashed,
  CircleOff,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { ChipButton, type ChipTone } from "#app/kit/chip.tsx";
import type { FleetMachine } from "./fleet-types.ts";
import { chipKinds, type AttentionKind, type Counts } from "./need.ts";
import type { MachineOrder, MachineView } from "#app/domain/preferences.ts";
import { useEachWord, type Counted } from "./use-attention-words.ts";
import { summaryOf, type ShownLargeFleet } from "./use-large-fleet.ts";
import { useIsBefore } from "./use-fleet.ts";
import { hasUrgent } from "./need-marks.tsx";
import { useAttentionSummary } from "./use-needs.ts";
import { ViewChoice } from "./view-choice.tsx";
import "./texts.ts";

/** Wanted only where something could not be read. */
const ReadAgain = loadLater(() => import("#app/components/read-again-button.tsx"));

const KeyButton = loadLater(() => import("./key-button.tsx"));

type AttentionStripProps = {
  machines: readonly FleetMachine[];
  large: ShownLargeFleet | null;
  counts: Counts;
  order: MachineOrder;
  first: AttentionKind | null;
  view: MachineView | null;
  onView: (view: MachineView) => void;
  onOrder: (order: MachineOrder) => void;
  onFirst: (kind: AttentionKind | null) => void;
};

export const ATTENTION_LOOKS: Record<AttentionKind, { tone: ChipTone; icon: ReactNode }> = {
  alarms: { tone: "alarm", icon: <BellRing className="size-3.5" aria-hidden="true" /> },
  notReady: { tone: "warn", icon: <TriangleAlert className="size-3.5" aria-hidden="true" /> },
  overdue: { tone: "alarm", icon: <CalendarClock className="size-3.5" aria-hidden="true" /> },
  atRisk: { tone: "warn", icon: <span className="risk-sign -mr-1" /> },
  silent: { tone: "quiet", icon: <CircleOff className="size-3.5" aria-hidden="true" /> },
  unheard: { tone: "quiet", icon: <CircleDashed className="size-3.5" aria-hidden="true" /> },
  unread: { tone: "quiet", icon: <Unplug className="size-3.5" aria-hidden="true" /> },
};

/**
 * One line that says what needs a person; each part brings its machines first. On a phone it has a line of its own, with room
 * for three parts in few words: what comes to it or goes seldom moves a machine under a finger.
 */
export function AttentionStrip(props: AttentionStripProps) {
  const { machines, large, counts, order, first, view, onView, onOrder, onFirst } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const { isHeld, hold, release } = useHeld();
  const { isPointedAt, isFocused, watch } = useAttended(hold, release);
  const summary = useAttentionSummary(machines, counts, isHeld);
  const all = useEachWord(large === null ? summary : summaryOf(large, counts));
  const shown = useRef<AttentionKind[]>([]);
  const kinds = chipKinds({
    counts: Object.fromEntries(all.map(({ kind, count }) => [kind, count])) as Counted,
    first,
    kept: isPointedAt || isFocused ? shown.current : [],
  });
  useEffect(() => {
    shown.current = kinds;
  });
  const words = kinds.flatMap((kind) => all.find((word) => word.kind === kind) ?? []);
  // As the bells of its machines: others may have alarms, at facilities that are not shown.
  const ofShown = large === null ? machines.map(({ id }) => counts[id]) : Object.values(counts);
  const isAnyUrgent = ofShown.some((count) => count !== undefined && hasUrgent(count));
  // What it says is of before then.
  const isBefore = useIsBefore();
  // Nobody may be told that all is well before all were heard.
  const unknown =
    large !== null && large.now === null ? (large.failed ? "failed" : "reading") : null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 max-lg:gap-y-3 max-sm:gap-y-0">
      {words.length === 0 && unknown === null ? (
        <p className="flex items-center gap-1.5 text-sm text-ink-soft max-sm:h-11.5 max-sm:w-full">
          {!isBefore && <Check className="size-4" aria-hidden="true" />}
          {t(isBefore ? "need.allWasWell" : "need.allWell")}
        </p>
      ) : (
        <ul
          aria-label={t("need.title")}
          data-old={isBefore || undefined}
          className={cx(
            "flex flex-wrap gap-2 max-lg:gap-y-3 max-sm:w-full max-sm:py-1.75",
            isBefore && "stale",
          )}
          {...watch}
        >
          {words.map(({ kind, text, short }) => (
            <li key={kind} className="flex shrink-0">
              <ChipButton
                // A faded word on a wash is hard to read.
                tone={
                  isBefore || (kind === "alarms" && !isAnyUrgent)
                    ? "quiet"
                    : ATTENTION_LOOKS[kind].tone
                }
                icon={ATTENTION_LOOKS[kind].icon}
                aria-pressed={first === kind}
                onClick={() => onFirst(first === kind ? null : kind)}
              >
                {short === text ? (
                  text
                ) : (
                  <>
                    <span className="max-sm:hidden">{text}</span>
                    <span className="sm:hidden">{short}</span>
                  </>
                )}
              </ChipButton>
            </li>
          ))}
        </ul>
      )}
      {unknown !== null && (
        <p role="status" className="print-text text-sm text-ink-soft">
          {t(`need.${unknown}`, { shown: formats.number(large?.machines ?? 0) })}
        </p>
      )}
      {(unknown === "failed" || all.some(({ kind, count }) => kind === "unread" && count > 0)) && (
        <ReadAgain />
      )}
      <div className="ml-auto flex flex-wrap items-center gap-x-2 max-sm:w-full max-sm:justify-between">
        <OrderButton order={order} isThen={first !== null} onOrder={onOrder} />
        <div className="flex items-center lg:gap-x-1">
          <KeyButton meanwhile={<span className="size-11 lg:size-7" />} />
          <ViewChoice view={view} onView={onView} />
        </div>
      </div>
    </div>
  );
}

type OrderButtonProps = Pick<AttentionStripProps, "order" | "onOrder"> & {
  /** Some were asked for, and stand before all others. */
  isThen: boolean;
};

/** How the machines are sorted, and a button that says what it makes of that. */
function OrderButton({ order, isThen, onOrder }: OrderButtonProps) {
  const { t } = useTranslation();
  const [now, next] = order === "name" ? (["Name", "need"] as const) : (["Need", "name"] as const);
  return (
    <div className="flex items-center gap-x-2 gap-y-1 max-sm:flex-col max-sm:items-start">
      {/* A tablet has no room for it beside a few parts: its button says what it makes of the order. */}
      <span className="text-xs text-ink-faint sm:max-lg:sr-only">
        {t(isThen ? `need.thenBy${now}` : `need.by${now}`)}
      </span>
      <span className="flex print:hidden">
        <ChipButton onClick={() => onOrder(next)}>{t(`need.to_${next}`)}</ChipButton>
      </span>
    </div>
  );
}

/** A pointer that rests is not about to press: what is told goes on. */
const HOLD_MS = 3_000;

/** While a pointer moves over the line, nothing comes or goes below it. */
function useHeld() {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, HOLD_MS);
    setHeld(true);
  };
  return { isHeld, hold, release };
}

/** Whether a pointer stands over the line, or the focus of a keyboard in it: what is pressed next is what stands there now. */
function useAttended(hold: () => void, release: () => void) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const point = () => {
    setPointedAt(true);
    hold();
  };
  const watch = {
    onPointerEnter: point,
    onPointerMove: point,
    onPointerLeave: () => {
      setPointedAt(false);
      release();
    },
    onFocus: ({ target }: FocusEvent) => setFocused(target.matches(":focus-visible")),
    onBlur: () => setFocused(false),
  };
  return { isPointedAt, isFocused, watch };
}
