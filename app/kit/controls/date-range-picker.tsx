import "#app/kit/charts/texts.ts";
import { Popover, PopoverButton, PopoverPanel } from "@headlessui/react";
import { CalendarRange, ChevronDown } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useFormats } from "#app/components/use-formats.ts";
import {
  momentOfDay,
  parseTypedDay,
  parseTypedTime,
  resolveRange,
  typedDayOf,
  type DateRange,
  type RangePreset,
} from "#app/domain/formats/date-ranges.ts";
import { dayAfter, dayOf } from "#app/domain/formats/local-days.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { Calendar } from "./calendar.tsx";
import "#app/kit/texts.ts";

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
      <ChevronDown className="ml-auto size-4 shrink-0 text-ink-faint" aria-hidden="true" />
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
  "flex h-11 items-center gap-2 rounded-control border border-line-strong bg-card px-3 text-ink hover:bg-hover lg:h-10";

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
  return (
    <>
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
      <div className="mt-3 border-t border-line pt-3">
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

/** As typed, so that nothing is lost while it is wrong. */
type Draft = { startDay: string; startTime: string; endDay: string; endTime: string };
type Part = keyof Draft;
/** The last minute of a day stands for its end, so that two whole days are two whole days. */
const LAST_MINUTE = 23 * 60 + 59;

function CustomRange({
  value,
  onChange,
  timeZone,
  nowMs,
}: Pick<Props, "value" | "onChange" | "timeZone" | "nowMs">) {
  const { t } = useTranslation();
  const { locale, time, zone } = useFormats();
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(locale, value, timeZone, nowMs, time));
  const [left, setLeft] = useState<ReadonlySet<Part>>(new Set());
  const { range, problems } = readDraft(locale, draft, timeZone, nowMs);
  const days = {
    start: parseTypedDay(locale, draft.startDay),
    end: parseTypedDay(locale, draft.endDay),
  };
  const apply = () => {
    setLeft(new Set(["startDay", "startTime", "endDay", "endTime"]));
    if (range !== null) onChange(range);
  };
  const field = (part: Part, label: string) => ({
    id: `${id}-${part}`,
    label,
    value: draft[part],
    autoComplete: "off",
    errors: left.has(part) && problems[part] ? [t(`kit.range_${problems[part]}`)] : [],
    onBlur: () => setLeft(new Set([...left, part])),
    // The picker may stand in a form, which must not be sent.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      apply();
    },
    onChange: (event: { target: { value: string } }) =>
      setDraft({ ...draft, [part]: event.target.value.slice(0, 20) }),
  });
  const choose = (start: string, end: string | null) =>
    setDraft({
      startDay: typedDayOf(locale, start),
      startTime: draft.startTime,
      endDay: end === null ? "" : typedDayOf(locale, end),
      endTime:
        end === dayOf(nowMs, timeZone) ? time(nowMs, timeZone) : lastMinuteText(locale, draft),
    });
  const firstProblem = Object.values(problems)[0];
  return (
    <div className="space-y-3">
      <p className="text-sm font-medium">{t("kit.rangeCustom")}</p>
      <Calendar
        start={days.start}
        end={days.end}
        lastDay={dayOf(nowMs, timeZone)}
        onChoose={choose}
      />
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <Field {...field("startDay", t("kit.rangeFrom"))} />
        <Field {...field("startTime", t("kit.rangeFromTime"))} />
        <Field {...field("endDay", t("kit.rangeTo"))} />
        <Field {...field("endTime", t("kit.rangeToTime"))} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-ink-faint" aria-live="polite">
          {range === null && firstProblem
            ? t(`kit.range_${firstProblem}`)
            : t("kit.rangeZone", { zone: zone(nowMs, timeZone) })}
        </p>
        <Button
          tone="primary"
          size="small"
          aria-disabled={range === null || undefined}
          onClick={apply}
        >
          {t("kit.rangeApply")}
        </Button>
      </div>
    </div>
  );
}

const lastMinuteText = (locale: Locale, { endTime }: Draft): string =>
  endTime === "" || parseTypedTime(endTime) === null
    ? locale === "es"
      ? "23:59"
      : "11:59 PM"
    : endTime;

function draftOf(
  locale: Locale,
  value: DateRange | null,
  timeZone: string,
  nowMs: number,
  time: (timeMs: number, timeZone: string) => string,
): Draft {
  const { startMs, endMs } = resolveRange(value ?? "24h", nowMs);
  const isDayEnd = endMs < nowMs && endMs === momentOfDay(dayOf(endMs, timeZone), 0, timeZone);
  const shownEndMs = isDayEnd ? endMs - 60_000 : endMs;
  return {
    startDay: typedDayOf(locale, dayOf(startMs, timeZone)),
    startTime: time(startMs, timeZone),
    endDay: typedDayOf(locale, dayOf(shownEndMs, timeZone)),
    endTime: time(shownEndMs, timeZone),
  };
}

type RangeProblem = "noDay" | "noTime" | "future" | "order";

function readDraft(
  locale: Locale,
  draft: Draft,
  timeZone: string,
  nowMs: number,
): { range: DateRange | null; problems: Partial<Record<Part, RangeProblem>> } {
  const problems: Partial<Record<Part, RangeProblem>> = {};
  const momentOf = (dayPart: "startDay" | "endDay", timePart: "startTime" | "endTime") => {
    const day = parseTypedDay(locale, draft[dayPart]);
    const minutes = parseTypedTime(draft[timePart]);
    if (day === null) problems[dayPart] = "noDay";
    if (minutes === null) problems[timePart] = "noTime";
    if (day === null || minutes === null) return null;
    const isDayEnd = timePart === "endTime" && minutes === LAST_MINUTE;
    const at = isDayEnd
      ? momentOfDay(dayAfter(day), 0, timeZone)
      : momentOfDay(day, minutes, timeZone);
    // Today's end is now.
    if (isDayEnd && day === dayOf(nowMs, timeZone)) return nowMs;
    if (at > nowMs) problems[day > dayOf(nowMs, timeZone) ? dayPart : timePart] = "future";
    return at;
  };
  const startMs = momentOf("startDay", "startTime");
  const endMs = momentOf("endDay", "endTime");
  if (startMs !== null && endMs !== null && endMs <= startMs && Object.keys(problems).length === 0)
    problems.endDay = "order";
  const isWhole = startMs !== null && endMs !== null && Object.keys(problems).length === 0;
  return { range: isWhole ? { startMs, endMs } : null, problems };
}
