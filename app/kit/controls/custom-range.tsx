import "#app/kit/charts/texts.ts";
import "#app/kit/texts.ts";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { parseTypedDay, typedDayOf, type DateRange } from "#app/domain/formats/date-ranges.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { nameZone } from "#app/domain/formats/time-zones.ts";
import { Calendar } from "./calendar.tsx";
import { draftOf, lastMinuteText, readDraft, type DraftPart } from "./range-draft.ts";

/** Two moments that are typed or pointed at in a calendar; only a whole range is handed on. */
export function CustomRange({
  value,
  onChange,
  timeZone,
  nowMs,
}: {
  value: DateRange | null;
  onChange: (range: DateRange) => void;
  timeZone: string;
  nowMs: number;
}) {
  const { t } = useTranslation();
  const { locale, time } = useFormats();
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(locale, value, timeZone, nowMs, time));
  const [left, setLeft] = useState<ReadonlySet<DraftPart>>(new Set());
  const { range, problems } = readDraft(locale, draft, timeZone, nowMs);
  const days = {
    start: parseTypedDay(locale, draft.startDay),
    end: parseTypedDay(locale, draft.endDay),
  };
  const apply = () => {
    setLeft(new Set(["startDay", "startTime", "endDay", "endTime"]));
    if (range !== null) onChange(range);
  };
  const field = (part: DraftPart, label: string) => ({
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
            : t("kit.rangeZone", { zone: nameZone(locale, nowMs, timeZone) })}
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
