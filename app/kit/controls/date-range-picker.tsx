import "#app/kit/charts/texts.ts";
import { Popover, PopoverButton, PopoverPanel } from "@headlessui/react";
import { CalendarRange, ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useFormats } from "#app/components/use-formats.ts";
import type { DateRange, RangePreset } from "#app/domain/formats/date-ranges.ts";
import "#app/kit/texts.ts";
import { CustomRange } from "./custom-range.tsx";

type Props = {
  label: string;
  /** null: any time, where `onClear` lets it be chosen. */
  value: DateRange | null;
  onChange: (range: DateRange) => void;
  /** Offers "Any time" above the presets. */
  onClear?: () => void;
  presets: readonly RangePreset[];
  /** Presets and "custom" that are off, and why, such as "[Tier 2]"; they stay in sight. */
  off?: Partial<Record<RangePreset | "custom", string>>;
  /** IANA name of the facility's zone: days and times are its clock's, and it is shown. */
  timeZone: string;
  /** Nothing beyond this can be chosen. */
  nowMs: number;
  /** Which edge of the button the panel keeps to. */
  align?: "start" | "end";
  /** As wide as its place, as the fields of a form are. */
  isWide?: boolean;
};

/**
 * A range of time: a preset that ends now, or two moments that are typed or pointed at in a calendar. Dates and times are
 * in the reader's habit (11/20/2026 6:05 PM; 20/11/2026 18:05), whatever the browser's own language is.
 *
 *     <DateRangePicker label={label} value={range} onChange={choose} presets={REPORT_PRESETS}
 *       timeZone={facility.timezone} nowMs={nowMs} />
 *
 * In an address it is `toRangeText` and `parseRangeText` (domain/formats/date-ranges.ts).
 */
export function DateRangePicker({
  label,
  value,
  align = "start",
  isWide = false,
  ...panel
}: Props) {
  const { t } = useTranslation();
  const inWords = useRangeWords(panel.timeZone);
  const words = (range: DateRange | null) => (range === null ? t("kit.rangeAny") : inWords(range));
  const face = (
    <>
      <CalendarRange className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="truncate tabular-nums">{words(value)}</span>
      <ChevronDown
        className="ml-auto size-4 shrink-0 text-ink-faint print:hidden"
        aria-hidden="true"
      />
    </>
  );
  const look = cx(FACE, isWide ? "w-full text-md lg:text-sm" : "max-w-full text-sm");
  const name = `${label}: ${words(value)}`;
  // What a headless popover leaves on the server would carry a style attribute.
  if (!useHydrated())
    return (
      <button type="button" aria-label={name} className={look}>
        {face}
      </button>
    );
  return (
    <Popover className={cx("relative", isWide ? "block" : "inline-block max-w-full")}>
      <PopoverButton aria-label={name} className={look}>
        {face}
      </PopoverButton>
      <PopoverPanel
        focus
        aria-label={label}
        className={cx(
          "z-40 overflow-y-auto rounded-card border border-line bg-card p-3 shadow-float",
          "max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-50 max-sm:max-h-[85dvh] max-sm:rounded-b-none",
          "sm:absolute sm:top-full sm:mt-1.5 sm:w-96",
          align === "end" ? "sm:right-0" : "sm:left-0",
        )}
      >
        {({ close }) => (
          <RangePanel
            {...panel}
            value={value}
            onChange={(range) => {
              panel.onChange(range);
              close();
            }}
            {...(panel.onClear && {
              onClear: () => {
                panel.onClear?.();
                close();
              },
            })}
          />
        )}
      </PopoverPanel>
    </Popover>
  );
}

const FACE =
  "print-text flex h-11 items-center gap-2 rounded-control border border-line-strong bg-card px-3 text-ink hover:bg-hover lg:h-10";

const PRESET =
  "flex min-h-11 w-full items-center justify-between gap-2 rounded-control px-2.5 text-left text-sm lg:min-h-8";
const QUIET = "text-ink-soft hover:bg-hover";

/** A range in words: "Last 24 hours", or from when to when, with the zone. */
export function useRangeWords(timeZone: string): (range: DateRange) => string {
  const { t } = useTranslation();
  const { dateTime, zone } = useFormats();
  return (range) =>
    typeof range === "string"
      ? t(`kit.range_${range}`)
      : `${dateTime(range.startMs, timeZone)} – ${dateTime(range.endMs, timeZone)} ${zone(range.endMs, timeZone)}`;
}

function RangePanel({
  value,
  onChange,
  onClear,
  presets,
  off = {},
  timeZone,
  nowMs,
}: Omit<Props, "label" | "align" | "isWide">) {
  const { t } = useTranslation();
  const hasList = presets.length > 0 || onClear !== undefined;
  return (
    <>
      {hasList && (
        <ul className="grid grid-cols-2 gap-1">
          {onClear && (
            <li className="col-span-2">
              <button
                type="button"
                aria-pressed={value === null}
                onClick={onClear}
                className={cx(PRESET, value === null ? "bg-hover font-semibold" : QUIET)}
              >
                {t("kit.rangeAny")}
              </button>
            </li>
          )}
          {presets.map((preset) => {
            const why = off[preset];
            return (
              <li key={preset}>
                <button
                  type="button"
                  aria-pressed={value === preset}
                  aria-disabled={why !== undefined || undefined}
                  onClick={() => why === undefined && onChange(preset)}
                  className={cx(
                    PRESET,
                    value === preset ? "bg-hover font-semibold" : QUIET,
                    why !== undefined && "cursor-not-allowed text-ink-faint",
                  )}
                >
                  {t(`kit.range_${preset}`)}
                  {why !== undefined && <span className="text-xs whitespace-nowrap">{why}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={cx(hasList && "mt-3 border-t border-line pt-3")}>
        {off.custom === undefined ? (
          <CustomRange value={value} onChange={onChange} timeZone={timeZone} nowMs={nowMs} />
        ) : (
          <p className="flex justify-between gap-2 px-2.5 text-sm text-ink-faint">
            {t("kit.rangeCustom")} <span className="text-xs">{off.custom}</span>
          </p>
        )}
      </div>
    </>
  );
}
