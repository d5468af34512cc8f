import { CalendarDays } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { Select } from "#app/components/forms/select.tsx";
import { cx } from "#app/components/cx.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import {
  clockOf,
  minutesOf,
  oddPartOf,
  parseTypedDate,
  typedDateOf,
  typedTimeOf,
} from "#app/domain/formats/typed-dates.ts";
import { Popover } from "#app/kit/popover.tsx";
import { Calendar } from "./calendar.tsx";
import "#app/kit/texts.ts";

type Props = {
  id: string;
  label: string;
  /** Sends the value in a form: `{...form.textProps("day", …)}` or by hand. Its contract refuses what is no date. */
  name?: string | undefined;
  /** `YYYY-MM-DD`, with `hasTime` `YYYY-MM-DDTHH:mm`; empty: none yet. Another one than was told last is taken over. */
  value?: string;
  /** At first, where nobody holds the value. */
  defaultValue?: string | undefined;
  hasTime?: boolean;
  /** The first and the last that can be chosen, as values. */
  min?: string | undefined;
  max?: string | undefined;
  help?: string;
  /** In words, in the reader's language. */
  errors?: readonly string[];
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Sits at the end of the label's line. */
  aside?: ReactNode;
  /** What the form sends in place of the value, such as the moment that it is at a plant. */
  toSent?: (value: string) => string;
  /** Empty while what is typed is no date. */
  onValue?: (value: string) => void;
  onBlur?: () => void;
};

/**
 * A date, or a date and a time, in the habit of the reader's language whatever the browser's is: typed (11/20/2026
 * 6:05 PM; 20/11/2026 18:05) or pointed at in a calendar. Needs JavaScript, so it stands in dialogs and drawers.
 *
 *     <DateField {...form.textProps("day", t("work.day"))} max={today} onValue={setDay} />
 */
export function DateField({
  id,
  label,
  name,
  value: given,
  defaultValue = "",
  hasTime = false,
  min,
  max,
  errors = [],
  disabled,
  toSent = (value) => value,
  onValue,
  onBlur,
  ...field
}: Props) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const first = given ?? defaultValue;
  const write = (value: string) =>
    parseTypedDate(locale, value, hasTime) === null ? value : typedDateOf(locale, value);
  const [held, setHeld] = useState({ locale, value: first, text: write(first) });
  const [isLeft, setLeft] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const sent = useRef<HTMLInputElement>(null);
  // Set from outside, or read in another language now.
  if ((given !== undefined && given !== held.value) || held.locale !== locale) {
    const value = given ?? held.value;
    setHeld({
      locale,
      value,
      text: value === "" && given === undefined ? held.text : write(value),
    });
  }
  const value = parseTypedDate(locale, held.text, hasTime);
  const isOdd = value === null && held.text.trim() !== "";
  const own = (() => {
    if (isOdd) return t(ODD_WORDS[oddPartOf(locale, held.text, hasTime)][hasTime ? 1 : 0]);
    if (value === null) return null;
    if (min !== undefined && value < min) return t("kit.dateEarly", { date: write(min) });
    return max !== undefined && value > max ? t("kit.dateLate", { date: write(max) }) : null;
  })();
  const set = (text: string) => {
    const next = parseTypedDate(locale, text, hasTime) ?? "";
    setHeld({ locale, value: next, text });
    onValue?.(next);
  };
  // Odd text is sent as it is: the contract says at the field that it is no date.
  const sends = value === null ? held.text : toSent(value);
  useTellForm(sent, sends);
  const isTold = own !== null && (isLeft || errors.length > 0) && (isOdd || errors.length === 0);
  const focus = () => document.getElementById(id)?.focus();
  const leave = () => {
    setLeft(true);
    if (value !== null) setHeld({ ...held, text: write(value) });
    sent.current?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    onBlur?.();
  };
  return (
    <div
      ref={box}
      // On the way to its calendar nobody has left the field.
      onBlur={({ target, relatedTarget }) => {
        if (target !== sent.current && !box.current?.contains(relatedTarget)) leave();
      }}
    >
      <Field
        {...field}
        id={id}
        label={label}
        disabled={disabled}
        autoComplete="off"
        maxLength={40}
        value={held.text}
        errors={isTold ? [own] : isOdd ? [] : errors}
        onChange={(event) => set(event.target.value)}
        trailing={
          <Popover
            title={t("kit.pickDate", { field: label })}
            label={t("kit.pickDate", { field: label })}
            align="end"
            isDisabled={disabled === true}
            buttonClass="grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink disabled:cursor-not-allowed disabled:text-line-strong lg:size-10"
            panel={(close) => (
              <Picker
                {...{ value, hasTime, min, max }}
                onValue={(next) => set(write(next))}
                onDone={() => {
                  close();
                  focus();
                }}
              />
            )}
          >
            <CalendarDays className="size-4" aria-hidden="true" />
          </Popover>
        }
      />
      {name !== undefined && (
        <input
          ref={sent}
          name={name}
          value={sends}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          disabled={disabled}
          // What leads to the field by its name leads to the one that is seen.
          onFocus={focus}
          className="sr-only"
        />
      )}
    </div>
  );
}

/** What is said of each part that may be odd: of a date, and of a date with a time. */
const ODD_WORDS = {
  day: ["kit.range_noSuchDay", "kit.range_noSuchDay"],
  time: ["kit.dateOdd", "kit.range_noTime"],
  all: ["kit.dateOdd", "kit.dateTimeOdd"],
} as const;

/** The form hears of a value that nobody typed into the element that sends it. */
function useTellForm(element: React.RefObject<HTMLInputElement | null>, value: string): void {
  const told = useRef(value);
  useEffect(() => {
    if (told.current === value) return;
    told.current = value;
    element.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [element, value]);
}

type PickerProps = {
  value: string | null;
  hasTime: boolean;
  min: string | undefined;
  max: string | undefined;
  onValue: (value: string) => void;
  onDone: () => void;
};

const NOON = "12:00";
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);

/** A month to point at, and the time where there is one. */
function Picker({ value, hasTime, min, max, onValue, onDone }: PickerProps) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const [day = null, time = max?.split("T")[1] ?? NOON] = value?.split("T") ?? [];
  useEffect(() => box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus(), []);
  const minutes = minutesOf(time);
  const setTime = (next: number) => day !== null && onValue(`${day}T${clockOf(next)}`);
  const reason = useId();
  const off = { disabled: day === null, "aria-describedby": day === null ? reason : undefined };
  return (
    // What is pressed in here is no key of the dialog around it: Escape closes the calendar only.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      ref={box}
      className="w-72 max-w-full"
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && event.stopPropagation()}
    >
      <Calendar
        start={day}
        end={day}
        firstDay={min?.slice(0, 10)}
        lastDay={max?.slice(0, 10)}
        shownDay={max?.slice(0, 10) ?? dayOf(Date.now(), "UTC")}
        onChoose={(chosen) => {
          onValue(hasTime ? `${chosen}T${time}` : chosen);
          if (!hasTime) onDone();
        }}
      />
      {hasTime && (
        <div className="mt-2 flex items-center gap-2 border-t border-line pt-2">
          <Select
            {...off}
            aria-label={t("kit.hour")}
            value={Math.floor(minutes / 60)}
            onChange={(event) => setTime(Number(event.target.value) * 60 + (minutes % 60))}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {typedTimeOf(locale, hour * 60).replace(":00", "")}
              </option>
            ))}
          </Select>
          <Select
            {...off}
            aria-label={t("kit.minute")}
            value={minutes % 60}
            onChange={(event) =>
              setTime(Math.floor(minutes / 60) * 60 + Number(event.target.value))
            }
          >
            {MINUTES.map((minute) => (
              <option key={minute} value={minute}>
                {`:${String(minute).padStart(2, "0")}`}
              </option>
            ))}
          </Select>
          <Button size="small" className="ml-auto" onClick={onDone}>
            {t("kit.pickDone")}
          </Button>
        </div>
      )}
      {hasTime && (
        // Its room stays, so that nothing moves under the pointer when a day is chosen.
        <p id={reason} className={cx("mt-1.5 text-xs text-ink-faint", day !== null && "invisible")}>
          {t("kit.dayFirst")}
        </p>
      )}
    </div>
  );
}
