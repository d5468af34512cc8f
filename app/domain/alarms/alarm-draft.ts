/** A new alarm as a link begins it: its form opens with these filled in, and nothing is made before somebody sends it. */
import { ALARM_FUNCTIONS, COMPARATORS, type AlarmFunction, type Comparator } from "./types.ts";

/** As the form holds them. */
export type AlarmDraft = {
  name: string;
  tag_name: string;
  function?: AlarmFunction;
  comp?: Comparator;
  threshold?: string;
  uts_ad_enabled?: "on";
  threshold_ad_enabled?: "on";
};
/** Whatever judged it abnormal. */
const ANY_DETECTION = { uts_ad_enabled: "on", threshold_ad_enabled: "on" } as const;

const MOST_LETTERS = 128;
const MOST_NAME = 100;

/** The query of the alarms tab; without a bound the alarm is of what is judged abnormal. */
export function alarmDraftSearch(draft: {
  name: string;
  tag: string;
  bound: { comp: Comparator; threshold: number } | null;
}): string {
  const { name, tag, bound } = draft;
  const search = new URLSearchParams({ new_alarm: tag, name: name.slice(0, MOST_NAME) });
  if (bound === null) search.set("function", "anomalous_for_time_period");
  else {
    search.set("comp", bound.comp);
    search.set("threshold", String(bound.threshold));
  }
  return search.toString();
}

/** null: the address begins none. What it says wrongly is left out. */
export function parseAlarmDraft(params: URLSearchParams): AlarmDraft | null {
  const tag = params.get("new_alarm") ?? "";
  if (tag === "" || tag.length > MOST_LETTERS) return null;
  const comp = COMPARATORS.find((each) => each === params.get("comp"));
  const kind = ALARM_FUNCTIONS.find((each) => each === params.get("function"));
  const text = (params.get("threshold") ?? "").slice(0, 40).trim();
  const threshold = text === "" || !Number.isFinite(Number(text)) ? undefined : text;
  return {
    tag_name: tag,
    name: (params.get("name") ?? "").slice(0, MOST_NAME),
    ...(kind === undefined ? {} : { function: kind }),
    ...(kind === "anomalous_for_time_period" ? ANY_DETECTION : {}),
    ...(comp === undefined ? {} : { comp }),
    ...(threshold === undefined ? {} : { threshold }),
  };
}
