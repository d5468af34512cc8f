import { useCallback, useEffect, useState, type RefObject } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { TrialJson } from "./trial.ts";

/** What is typed or slid within this time is one question. */
const GATHER_MS = 300;
/** `threshold`: null for an anomaly alarm. */
type Filled = { threshold: number | null; periodSeconds: number };

/** The alarm that stands in the form around `place`, tried on the past each time that it changes. */
export function useFormTrial(place: RefObject<HTMLElement | null>, deviceId: number, tag: string) {
  const [asked, setAsked] = useState<string | null>(null);
  const [answer, setAnswer] = useState<TrialJson | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const look = () => setAsked(readRule(form, tag));
    look();
    for (const event of ["input", "change"]) form.addEventListener(event, look);
    return () => {
      for (const event of ["input", "change"]) form.removeEventListener(event, look);
    };
  }, [place, tag]);
  useEffect(() => {
    if (asked === null) return;
    const gone = new AbortController();
    const body = { device_id: deviceId, ...(JSON.parse(asked) as object) };
    const timer = setTimeout(() => {
      setBusy(true);
      const call = { method: "POST" as const, body, signal: gone.signal };
      void callApi<{ data: TrialJson }>("alarms/trial", call).then((told) => {
        if (gone.signal.aborted) return;
        setBusy(false);
        setFailed(!told.ok);
        if (told.ok) setAnswer(told.data.data);
      });
    }, GATHER_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked, deviceId, round]);
  const again = useCallback(() => setRound((value) => value + 1), []);
  type Asked = { arguments: { threshold?: number; period: number } };
  const parsed = asked === null ? null : (JSON.parse(asked) as Asked).arguments;
  const filled: Filled | null = parsed && {
    threshold: parsed.threshold ?? null,
    periodSeconds: parsed.period / 1_000,
  };
  return { filled, answer: asked === null ? null : answer, isBusy, hasFailed, again };
}

/** What /v1 takes of the rule, as JSON, so that the same one is not asked for again; null while it is not whole. */
function readRule(form: HTMLFormElement, tag: string): string | null {
  const data = new FormData(form);
  const number = (name: string): number | undefined => {
    const text = String(data.get(name) ?? "").trim();
    return text === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  const period = number("period_s");
  if (tag === "" || !isSeconds(period, 1)) return null;
  const delayOff = number("delay_off_s") ?? 0;
  const shared = {
    tag_name: tag,
    period: period * 1_000,
    delay_off: isSeconds(delayOff, 0) ? delayOff * 1_000 : 0,
  };
  const kind = data.get("function");
  if (kind === "anomalous_for_time_period") {
    const [uts, threshold] = [data.has("uts_ad_enabled"), data.has("threshold_ad_enabled")];
    if (!uts && !threshold) return null;
    const chosen = { ...shared, uts_ad_enabled: uts, threshold_ad_enabled: threshold };
    return JSON.stringify({ function: kind, arguments: chosen });
  }
  const threshold = number("threshold");
  if (threshold === undefined) return null;
  return JSON.stringify({
    function: kind,
    arguments: {
      ...shared,
      comp: data.get("comp"),
      threshold,
      deadband: Math.max(0, number("deadband") ?? 0),
      machine_states: data.getAll("machine_states").map(Number),
    },
  });
}

const isSeconds = (value: number | undefined, least: number): value is number =>
  value !== undefined && Number.isInteger(value) && value >= least && value <= 86_400;

/** As if somebody had typed it: the form, and the trial, take notice. */
export function writeField(place: HTMLElement | null, name: string, value: string): void {
  const field = place?.closest("form")?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  // React listens to the setter of the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
