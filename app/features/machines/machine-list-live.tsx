/** Cells of the list that follow a machine while they are in sight. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useInSight } from "#app/components/use-in-sight.ts";
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import { useMetrics } from "#app/live/index.ts";
import type { InitialValue } from "#app/live/live-store.ts";
import { LISTED_METRICS } from "./machine-row.ts";

const NOTHING: readonly (typeof LISTED_METRICS)[number][] = [];

/** Subscribed in sight only; out of sight, and before, what the page came with. */
function useListed(id: number, first: InitialValue, speed: InitialValue = null) {
  const cell = useRef<HTMLSpanElement>(null);
  const isInSight = useInSight(cell);
  const readings = useMetrics(id, isInSight ? LISTED_METRICS : NOTHING, {
    machine_state: first,
    machine_speed: speed,
  });
  return { cell, readings };
}

export function StateCell({
  id,
  first,
  onState,
}: {
  id: number;
  first: InitialValue;
  onState: (id: number, state: MachineState) => void;
}) {
  const { cell, readings } = useListed(id, first);
  const reading = readings.machine_state;
  const state = toMachineState(reading?.value ?? first?.value);
  const isKnown = reading !== undefined && reading.timeMs !== null;
  useEffect(() => {
    if (isKnown) onState(id, state);
  }, [isKnown, id, state, onState]);
  return (
    <span ref={cell}>
      <StateBadge state={state} short stale={isKnown && reading.stale} />
    </span>
  );
}

export function SpeedCell({ id, first }: { id: number; first: InitialValue }) {
  const { t } = useTranslation(["common", "glossary"]);
  const { number } = useFormats();
  const { cell, readings } = useListed(id, null, first);
  const reading = readings.machine_speed;
  const value = reading?.value ?? first?.value;
  return (
    <span ref={cell} className={reading?.stale && reading.timeMs !== null ? "stale" : undefined}>
      {typeof value === "number" ? `${number(value)} ${t("glossary:units.rpm")}` : "–"}
    </span>
  );
}

/** How old the newest sample is. */
export function AgeCell({
  id,
  first,
  speed,
}: {
  id: number;
  first: InitialValue;
  speed: InitialValue;
}) {
  const { age } = useFormats();
  const { cell, readings } = useListed(id, first, speed);
  const ages = [readings.machine_state, readings.machine_speed].flatMap(
    (reading) => reading?.ageMs ?? [],
  );
  return <span ref={cell}>{ages.length === 0 ? "–" : age(Math.min(...ages))}</span>;
}
