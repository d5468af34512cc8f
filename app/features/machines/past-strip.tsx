import { useTranslation } from "react-i18next";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { stripSpans } from "#app/domain/metrics/spans.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { ChartView } from "#app/kit/charts/types.ts";
import { useIsCut, useMetric } from "#app/live/index.ts";
import { PAST_MS } from "./past-window.ts";
import "./texts.ts";

type Props = {
  /** null while they are read. */
  states: StateChange[] | null;
  /** By the chart, zoomed or whole; null while it is read. */
  shown: ChartView | null;
  failed: boolean;
};

/** A machine's states under its chart, up to its newest one. */
export function PastStrip({ deviceId, ...past }: Props & { deviceId: number }) {
  const state = useMetric(deviceId, "machine_state");
  const isCut = useIsCut();
  return (
    <StripUntil {...past} state={state} isOld={isCut || (state.value !== null && state.stale)} />
  );
}

export function StripUntil({
  states,
  shown,
  failed,
  state,
  isOld,
}: Props & {
  state: Parameters<typeof stripSpans>[1];
  /** Whether the machine or the page is not heard any more. */
  isOld: boolean;
}) {
  const { t } = useTranslation();
  const isUsual = shown === null || shown.endMs - shown.startMs === PAST_MS;
  const name = t(isUsual ? "machine.stateStrip" : "machine.state");
  const label = <p className="eyebrow mb-1">{name}</p>;
  if (states === null || shown === null)
    return (
      <>
        {label}
        {failed ? <UnreadStrip className="h-3" /> : <div className="skeleton h-3" />}
      </>
    );
  return (
    <div className={isOld ? "faded" : undefined}>
      {label}
      <StateStrip
        name={name}
        spans={stripSpans(states, state, shown)}
        className="block h-3 w-full"
      />
    </div>
  );
}
