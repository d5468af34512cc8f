import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { SignalBars } from "#app/components/machine/signal-bars.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { useMetrics } from "#app/live/index.ts";
import { toInitial } from "./to-initial.ts";

type Props = {
  machine: {
    id: number;
    name: string;
    make: string;
    model: string;
    serialNumber: string;
    facility: { name: string; city: string; state: string } | null;
  };
  latest: LatestValues;
};

export const HEADER_METRICS = ["machine_state", "signal_4bar"] as const;

/** Which machine, and how it is: above every tab. */
export function MachineHeader({ machine, latest }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const initial = useMemo(() => toInitial(latest, HEADER_METRICS), [latest]);
  const { machine_state, signal_4bar } = useMetrics(machine.id, HEADER_METRICS, initial);
  const place =
    machine.facility === null
      ? t("machine.noFacility")
      : `${machine.facility.name} · ${machine.facility.city}, ${machine.facility.state}`;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-lg font-semibold tracking-tight">{machine.name}</h1>
        <StateBadge state={toMachineState(machine_state.value)} stale={machine_state.stale} />
        {machine_state.stale && (
          <span className="text-xs font-medium text-warn">{formats.age(machine_state.ageMs)}</span>
        )}
        <SignalBars
          bars={typeof signal_4bar.value === "number" ? signal_4bar.value : null}
          stale={signal_4bar.stale}
        />
      </div>
      <p className="text-sm text-ink-soft">{`${machine.make} ${machine.model} · ${machine.serialNumber} · ${place}`}</p>
    </div>
  );
}
