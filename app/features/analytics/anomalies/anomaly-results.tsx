import "./texts.ts";
import { Download, SearchX } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { AnnotationJson } from "#app/features/analytics/annotations/annotation.ts";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import { Chip } from "#app/kit/chip.tsx";
import { lookedAt, type LookedAt } from "./looked-at.ts";
import { NotJudged } from "./not-judged.tsx";
import { PAGE_SIZES, SORT_FIELDS } from "./anomaly-limits.ts";
import { colorOf, percentOf, type AnomalyQuestion } from "./anomaly-question.ts";
import { AnomalySparkline } from "./anomaly-sparkline.tsx";
import { AnomaliesTogether } from "./anomalies-together.tsx";
import type { AnomalyAnswer, AnomalyLine } from "./schemas.ts";
import "#app/components/charts/texts.ts";

type Props = {
  answer: AnomalyAnswer;
  question: AnomalyQuestion;
  title: (metric: string) => string;
  /** Notes of the span that was searched. */
  annotations: readonly AnnotationJson[];
  span: { startMs: number; endMs: number };
  onChange: (question: AnomalyQuestion) => void;
  onOpen: (line: AnomalyLine) => void;
  onCsv: () => void;
};

/** What a search found: the machine's range in numbers, what happened at once, and each measure. */
export function AnomalyResults({
  answer,
  question,
  title,
  annotations,
  span,
  onChange,
  onOpen,
  onCsv,
}: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sectionName = useSectionName();
  const { count, uptime, msf, data } = answer;
  const pages = Math.max(1, Math.ceil(count / question.pageSize));
  const lists =
    question.view === "sections" && answer.has_sections
      ? [...new Set(data.map(({ section }) => section))]
          .sort((a, b) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b)))
          .map((section) => ({
            name: section === null ? t("anomalies.noSection") : sectionName(section),
            lines: data.filter((line) => line.section === section),
          }))
      : [{ name: null, lines: data }];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <Fact name={t("gauge.uptime")} value={uptime === null ? "–" : formats.percent(uptime)} />
          <Fact name={t("anomalies.msf")} value={formats.number(msf, 1)} />
          {answer.has_sections && answer.most_anomalous_section !== null && (
            <Fact
              name={t("anomalies.worstSection")}
              value={sectionName(answer.most_anomalous_section)}
            />
          )}
        </dl>
        <div className="flex flex-wrap items-center gap-2">
          {answer.has_sections && (
            <ChoiceBar
              label={t("anomalies.view")}
              choices={(["list", "sections"] as const).map((value) => ({
                value,
                label: t(`anomalies.view_${value}`),
              }))}
              value={question.view}
              onChoose={(view) => onChange({ ...question, view })}
            />
          )}
          {count > 0 && (
            <Button size="small" onClick={onCsv}>
              <Download className="size-4 text-ink-faint" aria-hidden="true" />
              {t("anomalies.csv")}
            </Button>
          )}
        </div>
      </div>
      <AnomaliesTogether answer={answer} question={question} title={title} onOpen={onOpen} />
      {count === 0 ? (
        <EmptyState
          icon={<SearchX className="size-6" aria-hidden="true" />}
          title={t("anomalies.none")}
        >
          {t("anomalies.noneHelp")}
        </EmptyState>
      ) : (
        <>
          <Toolbar question={question} count={count} onChange={onChange} />
          {lists.map(({ name, lines }) => (
            <section key={name ?? ""} aria-label={name ?? t("anomalies.form")}>
              {name !== null && <h3 className="mb-1.5 text-sm font-semibold">{name}</h3>}
              <ul className="divide-y divide-line rounded-card border border-line">
                {lines.map((line) => (
                  <Line
                    key={line.tag_name}
                    line={line}
                    title={title}
                    seen={lookedAt(line, annotations, span)}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            </section>
          ))}
          {pages > 1 && (
            <nav className="flex items-center justify-between gap-3 text-sm">
              <Button
                size="small"
                disabled={question.page <= 1}
                onClick={() => onChange({ ...question, page: question.page - 1 })}
              >
                {t("anomalies.previous")}
              </Button>
              <span className="tabular-nums">
                {t("anomalies.page", { page: question.page, pages })}
              </span>
              <Button
                size="small"
                disabled={question.page >= pages}
                onClick={() => onChange({ ...question, page: question.page + 1 })}
              >
                {t("anomalies.next")}
              </Button>
            </nav>
          )}
        </>
      )}
      <NotJudged answer={answer} title={title} />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function Toolbar({
  question,
  count,
  onChange,
}: Pick<Props, "question" | "onChange"> & { count: number }) {
  const { t } = useTranslation();
  const id = useId();
  const { sort } = question;
  const names = {
    value: t("anomalies.share"),
    tag_name: t("anomalies.tag"),
    section: t("anomalies.section"),
  };
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <p role="status" className="print-text text-sm text-ink-soft">
        {t("anomalies.results", { count })}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          id={`${id}-sort`}
          label={t("anomalies.sortBy")}
          value={`${sort.isDescending ? "desc" : "asc"}:${sort.field}`}
          options={SORT_FIELDS.flatMap((field) => [
            { value: `desc:${field}`, label: `${names[field]}, ${t("anomalies.descending")}` },
            { value: `asc:${field}`, label: `${names[field]}, ${t("anomalies.ascending")}` },
          ])}
          onChange={(event) => {
            const [order, name] = event.target.value.split(":");
            const field = SORT_FIELDS.find((each) => each === name) ?? "value";
            onChange({ ...question, page: 1, sort: { field, isDescending: order === "desc" } });
          }}
        />
        <SelectField
          id={`${id}-size`}
          label={t("anomalies.pageSize")}
          value={String(question.pageSize)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) =>
            onChange({ ...question, page: 1, pageSize: Number(event.target.value) })
          }
        />
      </div>
    </div>
  );
}

const COLORS = {
  none: "bg-idle-wash text-ink-soft",
  low: "bg-go-wash text-go",
  middle: "bg-warn-wash text-warn",
  high: "bg-alarm-wash text-alarm",
};

function Line({
  line,
  title,
  seen,
  onOpen,
}: { line: AnomalyLine; seen: LookedAt | null } & Pick<Props, "title" | "onOpen">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sectionName = useSectionName();
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(line)}
        className="grid w-full grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 px-4 py-3 text-left hover:bg-hover md:grid-cols-[3.5rem_minmax(0,1fr)_12rem_7rem]"
      >
        <span
          className={cx(
            "rounded-control px-2 py-1 text-center text-sm font-semibold tabular-nums",
            COLORS[colorOf(line.value)],
          )}
        >
          {formats.percentOf(percentOf(line.value))}
        </span>
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{title(line.tag_name)}</span>
          {line.section !== null && (
            <span className="block text-xs wrap-anywhere text-ink-soft">
              {sectionName(line.section)}
            </span>
          )}
          {seen !== null && (
            <Chip tone={seen.isNewSince ? "warn" : "quiet"}>
              {t(seen.isNewSince ? "anomalies.newSince" : "anomalies.looked")}
            </Chip>
          )}
        </span>
        <AnomalySparkline shares={line.sparkline} />
        <span className="text-right text-xs text-ink-soft max-md:col-span-2 max-md:text-left">
          {t("anomalies.longest")}
          <span className="block text-sm text-ink tabular-nums max-md:inline max-md:pl-1.5">
            {formats.exactDuration(line.longest_ms / 1000)}
          </span>
        </span>
      </button>
    </li>
  );
}
