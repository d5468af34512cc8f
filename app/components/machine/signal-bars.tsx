import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";

const BARS = [
  { x: 1, y: 10, height: 4 },
  { x: 5, y: 7.5, height: 6.5 },
  { x: 9, y: 5, height: 9 },
  { x: 13, y: 2, height: 12 },
] as const;

/** Radio signal as four bars and its word; null when the machine does not say. */
export function SignalBars({ bars, stale = false }: { bars: number | null; stale?: boolean }) {
  const { t } = useTranslation();
  const level = bars === null ? null : Math.max(0, Math.min(4, Math.round(bars)));
  const word =
    level === null ? t("machine.signal_none") : t(`machine.signal_${level as 0 | 1 | 2 | 3 | 4}`);
  return (
    // None says itself of what it is. A narrow card has no room for the name beside some machines' names, so it has it beside
    // none; a wide one leaves it out where there is no room for both: the last of the lines is seen. The
    // narrowest has the bars alone, beside a whole name and its marks.
    <span
      className={cx(
        "flex h-[1lh] shrink-99999 flex-wrap-reverse content-end justify-end gap-x-1.5 overflow-clip text-xs text-ink-faint",
        stale && "stale",
      )}
    >
      <span className={level === 0 ? "sr-only" : cx(level !== null && "@max-sm:sr-only")}>
        {t("machine.signal")}{" "}
      </span>
      <span className="flex items-center gap-1.5">
        <svg viewBox="0 0 17 16" className="h-3.5 w-4" aria-hidden="true">
          {BARS.map((bar, index) => (
            <rect
              key={bar.x}
              x={bar.x}
              y={bar.y}
              width="2.750"
              height={bar.height}
              rx="0.750"
              className={level !== null && index < level ? "fill-ink-soft" : "fill-line-strong"}
            />
          ))}
        </svg>
        <span className={level === 0 ? undefined : "lowercase @max-2xs:sr-only"}>{word}</span>
      </span>
    </span>
  );
}
