/** What the anomaly explorer was asked, as its address says it. What it says wrongly is left out. */
import { MAX_METRICS, PAGE_SIZES, SORT_FIELDS, type SortField } from "./anomaly-limits.ts";
import { parseRangeText, toRangeText, type DateRange } from "#app/domain/formats/date-ranges.ts";
import { isTimeZone } from "#app/domain/formats/time-zones.ts";
import { isValidSpan, joinNames, spanOf, splitNames } from "#app/features/analytics/question.ts";

export type AnomalyQuestion = {
  form: "basic" | "advanced";
  view: "list" | "sections";
  timezone: string;
  range: DateRange;
  metrics: string[];
  sections: string[];
  /** Whole percents of abnormal time. */
  share: [from: number, to: number];
  sort: { field: SortField; isDescending: boolean };
  page: number;
  pageSize: number;
  /** Search when opened. */
  isSubmitted: boolean;
};
export type Searcher = {
  timezone: string;
  known: readonly string[];
  sections: readonly string[];
};

const MOST_LETTERS = 20_000;
const listOf = (text: string | null, known: readonly string[], most: number): string[] =>
  [...new Set(splitNames((text ?? "").slice(0, MOST_LETTERS)))]
    .filter((name) => known.includes(name))
    .slice(0, most);

export function parseAnomalyQuestion(
  params: URLSearchParams,
  { timezone: facility, known, sections }: Searcher,
): AnomalyQuestion {
  const timezone = params.get("timezone") ?? "";
  const [from = Number.NaN, to = Number.NaN] = (params.get("anomalous_time") ?? "")
    .slice(0, 20)
    .split("-")
    .map(Number);
  const isShare = from >= 0 && to <= 100 && from <= to;
  const [order = "", name = ""] = (params.get("sort_by") ?? "").slice(0, 40).split(":");
  const field = SORT_FIELDS.find((each) => each === name);
  const page = Number(params.get("page"));
  const pageSize = Number(params.get("page_size"));
  return {
    form: params.get("form") === "advanced" && sections.length > 0 ? "advanced" : "basic",
    view: params.get("anomaly_view") === "sections" && sections.length > 0 ? "sections" : "list",
    timezone: isTimeZone(timezone) ? timezone : facility,
    range: parseRangeText(params.get("date_range") ?? "") ?? "7d",
    metrics: listOf(params.get("metrics"), known, MAX_METRICS),
    sections: listOf(params.get("sections"), sections, 50),
    share: isShare ? [Math.round(from), Math.round(to)] : [0, 100],
    sort:
      field === undefined
        ? { field: "value", isDescending: true }
        : { field, isDescending: order === "desc" },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
    pageSize: PAGE_SIZES.find((each) => each === pageSize) ?? 20,
    isSubmitted: params.get("submit") === "true",
  };
}

/** The question as an address has it; what is as at first is left out. */
export function toAnomalySearch(
  question: AnomalyQuestion,
  { timezone }: Pick<Searcher, "timezone">,
): URLSearchParams {
  const { form, view, range, metrics, sections, share, sort, page, pageSize } = question;
  const search = new URLSearchParams();
  if (question.isSubmitted) search.set("submit", "true");
  if (question.timezone !== timezone) search.set("timezone", question.timezone);
  if (view !== "list") search.set("anomaly_view", view);
  search.set("date_range", toRangeText(range));
  if (share[0] !== 0 || share[1] !== 100) search.set("anomalous_time", share.join("-"));
  if (metrics.length > 0) search.set("metrics", joinNames(metrics));
  search.set("form", form);
  if (sections.length > 0) search.set("sections", joinNames(sections));
  const order = `${sort.isDescending ? "desc" : "asc"}:${sort.field}`;
  if (order !== "desc:value") search.set("sort_by", order);
  if (page !== 1) search.set("page", String(page));
  if (pageSize !== 20) search.set("page_size", String(pageSize));
  return search;
}

/** Why nothing can be searched for; null when it can. */
export function whyNoSearch(
  question: AnomalyQuestion,
  nowMs: number,
): "range" | "noMetric" | "noSection" | null {
  if (!isValidSpan(spanOf(question.range, nowMs), nowMs)) return "range";
  if (question.form === "advanced") return question.sections.length === 0 ? "noSection" : null;
  return question.metrics.length === 0 ? "noMetric" : null;
}

/** The call of /v1 that answers it, for a page of its results. */
export function summaryPath(
  question: AnomalyQuestion,
  deviceId: number,
  { startMs, endMs }: { startMs: number; endMs: number },
): string {
  const { form, metrics, sections, share, sort, page, pageSize } = question;
  const query = new URLSearchParams({
    device_id: String(deviceId),
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    // Shares are shown as whole percents, rounded; the ends are those of what is shown.
    more_than: String(share[0] === 0 ? 0 : (share[0] - 0.5) / 100),
    less_than: String(share[1] === 100 ? 1 : (share[1] + 0.5) / 100),
    sort_by: `${sort.isDescending ? "desc" : "asc"}:${sort.field}`,
    page: String(page),
    page_size: String(pageSize),
  });
  if (form === "basic") for (const metric of metrics) query.append("metrics[]", metric);
  else for (const section of sections) query.append("sections[]", section);
  return `anomalies/summary?${query}`;
}

/** As it is read: whole percents, and any share above 0 at least 1. */
export const percentOf = (share: number): number =>
  share <= 0 ? 0 : Math.max(1, Math.round(share * 100));

/** A colour by how much of the time was abnormal: from 30 % and from 70 % on. */
export function colorOf(share: number): "none" | "low" | "middle" | "high" {
  const percent = percentOf(share);
  if (percent === 0) return "none";
  return percent < 30 ? "low" : percent < 70 ? "middle" : "high";
}
