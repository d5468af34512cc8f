import { useCallback, useEffect, useState, type RefObject } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { TrialJson } from "./trial.ts";

/** What is typed or slid within this time is one question. */
const GATHER_MS = 300;
type Filled = { threshold: number; periodSeconds: number };

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
    const look = () => setAsked(readArguments(form, tag));
    look();
    for (const event of ["input", "change"]) form.addEventListener(event, look);
    return () => {
      for (const event of ["input", "change"]) form.removeEventListener(event, look);
    };
  }, [place, tag]);
  useEffect(() => {
    if (asked === null) return;
    const gone = new AbortController();
    const body = {
      device_id: deviceId,
      function: "value_threshold_for_time_period_in_state",
      arguments: JSON.parse(asked) as object,
    };
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
  const parsed =
    asked === null ? null : (JSON.parse(asked) as { threshold: number; period: number });
  const filled: Filled | null = parsed && {
    threshold: parsed.threshold,
    periodSeconds: parsed.period / 1_000,
  };
  return { filled, answer: asked === null ? null : answer, isBusy, hasFailed, again };
}

/** The arguments as /v1 takes them, as JSON, so that the same ones are not asked for again; null while they are not whole. */
function readArguments(form: HTMLFormElement, tag: string): string | null {
  const data = new FormData(form);
  const number = (name: string): number | undefined => {
    const text = String(data.get(name) ?? "").trim();
    return text === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  const [threshold, period] = [number("threshold"), number("period_s")];
  if (tag === "" || threshold === undefined || !isSeconds(period, 1)) return null;
  const delayOff = number("delay_off_s") ?? 0;
  return JSON.stringify({
    tag_name: tag,
    period: period * 1_000,
    comp: data.get("comp"),
    threshold,
    deadband: Math.max(0, number("deadband") ?? 0),
    delay_off: isSeconds(delayOff, 0) ? delayOff * 1_000 : 0,
    machine_states: data.getAll("machine_states").map(Number),
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
