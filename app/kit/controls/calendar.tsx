import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { addDays, addMonths, weeksOf } from "#app/domain/formats/date-ranges.ts";
import { intlTag } from "#app/domain/formats/numbers.ts";
import "#app/kit/texts.ts";

type Props = {
  /** `YYYY-MM-DD`; null: not chosen yet. */
  start: string | null;
  end: string | null;
  /** Earlier days cannot be chosen. */
  firstDay?: string | undefined;
  /** Later days cannot be chosen. */
  lastDay?: string | undefined;
  /** Seen at first while none is chosen; the last day that can be chosen unless said otherwise. */
  shownDay?: string;
  /** The first day chosen, then both; `end` is never before `start`. */
  onChoose: (start: string, end: string | null) => void;
};

const STEPS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/**
 * One month to point at: a first day, then a last one. Arrow keys go by days and weeks, page keys by months, Home and End to
 * the edges of the week.
 */
export function Calendar({
  start,
  end,
  firstDay = "0001-01-01",
  lastDay = "9999-12-31",
  shownDay = lastDay,
  onChoose,
}: Props) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const [focused, setFocused] = useState(within(end ?? start ?? shownDay, firstDay, lastDay));
  const [month, setMonth] = useState(focused.slice(0, 7));
  const [isHalf, setHalf] = useState(false);
  const grid = useRef<HTMLTableElement>(null);
  /** The day that the focus goes to once it is drawn. */
  const wanted = useRef<string | null>(null);
  const tag = intlTag(locale);
  const say = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options }).format(Date.parse(day));
  const weeks = weeksOf(month, locale === "es" ? 1 : 0);
  const reachable = focused.startsWith(month) ? focused : within(`${month}-01`, firstDay, lastDay);

  const goTo = (day: string) => {
    const next = within(day, firstDay, lastDay);
    wanted.current = next;
    setFocused(next);
    setMonth(next.slice(0, 7));
  };
  // Before the next key comes, however fast they are pressed.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)?.focus();
    wanted.current = null;
  });
  const onKeyDown = (event: KeyboardEvent, day: string) => {
    const step = STEPS[event.key];
    if (step !== undefined) goTo(addDays(day, step));
    else if (event.key === "PageUp") goTo(sameDay(day, -1));
    else if (event.key === "PageDown") goTo(sameDay(day, 1));
    else if (event.key === "Home" || event.key === "End") goTo(edgeOfWeek(event.key, day));
    else return;
    event.preventDefault();
  };
  const edgeOfWeek = (key: "Home" | "End", day: string) =>
    weeks.find((week) => week.includes(day))!.at(key === "Home" ? 0 : -1)!;
  const choose = (day: string) => {
    setFocused(day);
    if (!isHalf || start === null) {
      setHalf(true);
      return onChoose(day, null);
    }
    setHalf(false);
    return day < start ? onChoose(day, start) : onChoose(start, day);
  };
  return (
    <div>
      <div className="flex items-center justify-between">
        <MonthButton
          label={t("kit.previousMonth")}
          isOff={month <= firstDay.slice(0, 7)}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
        </MonthButton>
        <p className="text-sm font-medium first-letter:uppercase" aria-live="polite">
          {say(`${month}-01`, { month: "long", year: "numeric" })}
        </p>
        <MonthButton
          label={t("kit.nextMonth")}
          isOff={addMonths(month, 1) > lastDay.slice(0, 7)}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </MonthButton>
      </div>
      <table ref={grid} role="grid" className="mt-1 w-full table-fixed text-center text-sm">
        <thead>
          <tr>
            {weeks[0]!.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={say(day, { weekday: "long" })}
                className="h-7 text-xs font-normal text-ink-faint"
              >
                {say(day, { weekday: "short" }).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isEdge = day === start || day === end;
                const isOff = day > lastDay || day < firstDay;
                const isWithin = start !== null && end !== null && day > start && day < end;
                return (
                  <td key={day} className={cx("p-0", isWithin && "bg-hover")}>
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === reachable ? 0 : -1}
                      disabled={isOff}
                      aria-pressed={isEdge}
                      aria-label={say(day, { day: "numeric", month: "long", year: "numeric" })}
                      onClick={() => choose(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                      className={cx(
                        "h-11 w-full rounded-control tabular-nums disabled:cursor-not-allowed disabled:text-line-strong lg:h-8",
                        isEdge ? "bg-ink font-semibold text-card" : "hover:bg-hover",
                        !isEdge &&
                          !day.startsWith(month) &&
                          (isWithin ? "text-ink-soft" : "text-ink-faint hover:text-ink"),
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MonthButton({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover disabled:cursor-not-allowed disabled:text-line-strong lg:size-8"
    >
      {children}
    </button>
  );
}

const earlier = (one: string, other: string): string => (one < other ? one : other);

const within = (day: string, first: string, last: string): string =>
  day < first ? first : earlier(day, last);

/** The same day of another month, or that month's last. */
function sameDay(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  return earlier(`${month}${day.slice(7)}`, last);
}
