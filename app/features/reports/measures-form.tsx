import { useRevalidator } from "@remix-run/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import { cx } from "#app/components/cx.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { CATEGORIES, findMetric } from "#app/domain/metrics/registry.ts";
import { tagWords } from "#app/domain/metrics/tag-words.ts";
import { isReportTooLarge } from "#app/domain/reports/plan-steps.ts";
import {
  MAX_REPORT_TAGS,
  MAX_REPORT_VALUES,
  MAX_UNLIMITED_TAGS,
} from "#app/domain/reports/timeframe.ts";
import { GRANULARITIES, type Granularity } from "#app/domain/series/granularity.ts";
import { MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { useProblemWords } from "#app/kit/forms/use-problem-words.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import type { ReportMachine, ReportTag } from "./load-report-page.server.ts";
import { howChosen } from "./how-chosen.ts";
import { ReportDownload } from "./report-download.tsx";
import { TimeframeField, useReportRange } from "./timeframe-field.tsx";
import "./texts.ts";

/** What a report of measures holds: timeframe, steps, the machine's measures as its current state has them, and any other of its tags. */
export function MeasuresForm({
  machine,
  tags,
  nowMs,
}: {
  machine: ReportMachine;
  /** null: they could not be read. */
  tags: readonly ReportTag[] | null;
  nowMs: number;
}) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const [chosen, setChosen] = useState<string[]>([]);
  const [granularity, setGranularity] = useState<Granularity | "">("");
  const { range, off: whyNoRange } = useReportRange(machine, nowMs);
  const say = useProblemWords();
  const most = machine.isUnlimited ? MAX_UNLIMITED_TAGS : MAX_REPORT_TAGS;
  const known = useMemo(() => new Set(tags?.map(({ key }) => key)), [tags]);
  const present = chosen.filter((key) => known.has(key));
  const off =
    tags === null
      ? t("report.unreadTags")
      : present.length === 0
        ? t("report.why_measure")
        : present.length > most
          ? t("report.tooMany", { most })
          : range === null
            ? whyNoRange
            : isReportTooLarge({ ...range, granularity: granularity || undefined }, present.length)
              ? say([{ code: "report_too_large", most: MAX_REPORT_VALUES }], t("report.step"))[0]!
              : null;
  return (
    // What is chosen stays for a machine that has it; what else was said is of the machine before.
    <ReportDownload
      key={machine.id}
      kind="measures"
      machine={machine}
      nowMs={nowMs}
      off={off}
      button={t("report.generate")}
    >
      <div className="flex flex-wrap gap-3">
        <TimeframeField machine={machine} nowMs={nowMs} />
        <SelectField
          id="report-step"
          name="granularity"
          label={t("report.step")}
          className="min-w-44"
          value={granularity}
          onChange={(event) => setGranularity(event.currentTarget.value as Granularity | "")}
          options={[
            { value: "", label: t("report.step_auto") },
            ...GRANULARITIES.map((value) => ({ value, label: t(`report.step_${value}`) })),
          ]}
        />
      </div>
      {tags === null ? (
        <Failure
          inline
          {...(chosen.length > 0 ? { detail: t("report.staysChosen") } : {})}
          onRetry={revalidate}
          busy={state !== "idle"}
        >
          {t("report.unreadTags")}
        </Failure>
      ) : tags.length === 0 ? (
        <p className="text-sm text-ink-soft">{t("report.noTags")}</p>
      ) : (
        <TagChoice tags={tags} chosen={present} onChange={setChosen} />
      )}
      <p
        role="status"
        className={cx("print-text text-sm", present.length > most ? "text-alarm" : "text-ink-soft")}
      >
        {tags !== null && t("report.chosenOf", { count: present.length, most })}
      </p>
      {present.map((key) => (
        <input key={key} type="hidden" name="metrics" value={key} />
      ))}
    </ReportDownload>
  );
}

/** What may be in a report: registry metrics in their groups, then the machine's own tags by name. Prints only those chosen. */
export function TagChoice({
  tags,
  chosen,
  onChange,
}: {
  tags: readonly ReportTag[];
  chosen: readonly string[];
  onChange: (keys: string[]) => void;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  const { title } = useMeasureText();
  // A machine's own are known by what its controller calls them, which stays beside what the tag says.
  const labelOf = (tag: string) => {
    if (findMetric(tag)) return title(tag);
    return tagWords(tag, "en") === null ? tag : `${title(tag)} (${tag})`;
  };
  const others = tags.filter(({ category }) => category === null).map(({ key }) => key);
  const isOther = new Set(others);
  const toggle = (keys: readonly string[], isOn: boolean) =>
    onChange(
      isOn ? [...new Set([...chosen, ...keys])] : chosen.filter((key) => !keys.includes(key)),
    );
  return (
    <div className="grid gap-4">
      {CATEGORIES.map((category) => {
        const own = tags.filter((tag) => tag.category === category);
        const keys = own.map(({ key }) => key);
        if (keys.length === 0) return null;
        const name = t(`glossary:categories.${category}`);
        const how = howChosen(keys, chosen);
        return (
          <fieldset
            key={category}
            className={cx(
              "min-w-0 rounded-card border border-line p-3",
              how === false && "print:hidden",
            )}
          >
            <legend className="px-1 text-sm font-medium">{name}</legend>
            <Check
              label={t("report.allOf", { group: name })}
              isOn={how}
              onChange={(isOn) => toggle(keys, isOn)}
              strong
            />
            <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
              {own.map(({ key, title: given }) => (
                <Check
                  key={key}
                  label={given ?? title(key)}
                  isOn={chosen.includes(key)}
                  onChange={(isOn) => toggle([key], isOn)}
                />
              ))}
            </div>
          </fieldset>
        );
      })}
      {others.length > 0 && (
        <div className={cx(!chosen.some((key) => isOther.has(key)) && "print:hidden")}>
          <MultiCombobox
            label={t("report.more")}
            help={t("report.moreHelp")}
            choices={others.map((value) => ({
              value,
              label: labelOf(value),
            }))}
            values={chosen.filter((key) => isOther.has(key))}
            onChange={(values) =>
              onChange([...chosen.filter((key) => !isOther.has(key)), ...values])
            }
          />
        </div>
      )}
    </div>
  );
}

function Check({
  label,
  isOn,
  onChange,
  strong = false,
}: {
  label: string;
  isOn: boolean | "partly";
  onChange: (isOn: boolean) => void;
  strong?: boolean;
}) {
  return (
    <label
      className={cx(
        "flex min-h-11 items-center gap-2.5 text-sm lg:min-h-8",
        isOn === false && "print:hidden",
      )}
    >
      <Checkbox
        checked={isOn === true}
        isMixed={isOn === "partly"}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={strong ? "font-medium" : "min-w-0 break-words"}>{label}</span>
    </label>
  );
}
