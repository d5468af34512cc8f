import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import {
  GAUGE_ARC,
  filledArc,
  performanceBand,
  riskBand,
  type GaugeBand,
} from "#app/domain/metrics/gauge-bands.ts";
import "./texts.ts";

type GaugeProps = {
  label: string;
  /** Below a small one, in place of its name. */
  caption?: string;
  /** A fraction; null without a value, and then the reason says why. */
  value: number | null;
  /** Less of it is better: it has bands, words and a decimal of its own. */
  isRisk?: boolean;
  reason?: string | undefined;
  /** It could not be read: whether there is a value nobody knows. */
  isUnread?: boolean;
  size?: "md" | "sm" | "xs";
  /** Below the number, such as the horizon of a prediction. */
  note?: string | undefined;
  /** The value is being read anew. */
  busy?: boolean;
  /** It was true some time ago. */
  stale?: boolean;
  /** False: its value is of too little to be called good or poor, and has neither colour nor word. */
  isJudged?: boolean;
};

const WIDTHS = { md: "w-32 max-w-full", sm: "w-14", xs: "w-9" } as const;
const NUMBERS = { md: "text-xl", sm: "text-xs", xs: "text-[0.5625rem]" } as const;
/** Of numbers that the usual size would push over the arc. */
const LONG_NUMBERS = { md: "text-sm", sm: "text-2xs", xs: "text-[0.4375rem]" } as const;
const LONG_FROM = 5;
/** Percent; what is more fits no gauge and is told as more. */
const MOST_SHOWN = 9_999;
const TOPS = { md: "top-7", sm: "top-4.25", xs: "top-1" } as const;

const STROKES: Record<GaugeBand, string> = {
  good: "stroke-(--strip-feeding)",
  fair: "stroke-(--strip-not-ready)",
  poor: "stroke-alarm",
  none: "stroke-ink-faint",
};

/* 280 degrees of a circle, open below: one unit of its length is one degree. */
const ARC = "M17.860 76.840a42 42 0 1 1 64.280 0";

/** Of nothing, drawn as round as the arc's end: nought has a colour too. */
const DOT = 0.01;

/** A share as an arc, a number and a word: never by colour alone. */
export function Gauge({
  label,
  caption,
  value,
  isRisk = false,
  reason,
  isUnread = false,
  size = "md",
  note,
  busy = false,
  stale = false,
  isJudged = true,
}: GaugeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const band = isJudged ? (isRisk ? riskBand : performanceBand)(value) : "none";
  const word =
    isUnread && value === null
      ? t("gauge.unread")
      : isRisk
        ? t(`riskBand.${band}`)
        : t(`gauge.${band}`);
  const number = formats.number(value === null ? null : value * 100, isRisk ? 1 : 0);
  const isOff = value !== null && value * 100 > MOST_SHOWN;
  const shown = isOff ? `>${formats.number(MOST_SHOWN, 0)}` : number;
  const spoken = [
    label,
    value === null
      ? (reason ?? word)
      : formats.withUnit(number, "%") + (isJudged ? `, ${word}` : ""),
    note,
  ]
    .filter(Boolean)
    .join(": ");
  const small = size !== "md";
  return (
    <div
      role="img"
      aria-label={spoken}
      aria-busy={busy || undefined}
      data-band={band}
      className={cx("relative grid place-items-center", WIDTHS[size], (busy || stale) && "stale")}
    >
      <svg
        viewBox="0 0 100 82"
        className="block w-full"
        fill="none"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d={ARC} className="stroke-line" strokeWidth={small ? 9 : 8} />
        {value !== null && (
          <path
            d={ARC}
            pathLength={GAUGE_ARC}
            strokeDasharray={`${Math.max(filledArc(value), DOT)} ${GAUGE_ARC * 2}`}
            strokeWidth={small ? 9 : 8}
            className={cx("transition-[stroke-dasharray] duration-180 ease-calm", STROKES[band])}
          />
        )}
      </svg>
      <p className={cx("absolute inset-x-0 text-center", TOPS[size])}>
        <span
          className={cx(
            "font-semibold tracking-tight",
            (shown.length < LONG_FROM ? NUMBERS : LONG_NUMBERS)[size],
            value === null && "text-ink-faint",
          )}
        >
          {shown}
        </span>
        {value !== null && size !== "xs" && (
          <span className={cx("text-ink-faint", small ? "text-2xs" : "text-xs")}>
            {small || formats.isPercentClose ? "%" : "\u00a0%"}
          </span>
        )}
        {!small && (
          <span className="block text-xs text-ink-faint">
            {note ?? ((value === null ? busy : !isJudged) ? "\u00a0" : word)}
          </span>
        )}
      </p>
      {size === "sm" && (
        // Below the ends of the arc.
        <span className="text-2xs leading-tight whitespace-nowrap text-ink-faint">
          {note ?? caption ?? label}
        </span>
      )}
    </div>
  );
}
