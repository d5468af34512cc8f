import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import type { Reading } from "./readings.ts";
import type { MachineHistory } from "./fleet-types.ts";
import { spansUntil } from "./state-spans.ts";
import { useMachineGrids } from "./use-fleet.ts";
import "./texts.ts";

/** null while it is on its way. */
export type CardPastState = MachineHistory | "failed" | null;

type CardPastProps = {
  deviceId: number;
  past: CardPastState;
  state: Reading;
  nowMs: number;
};

/** The last eight hours as a line and as states, on one axis; both go on as values come. */
export function CardPast({ past, ...props }: CardPastProps) {
  const { t } = useTranslation();
  if (past !== "failed") return <ReadablePast past={past} {...props} />;
  return (
    <div className="space-y-1">
      <p className="h-6 truncate text-xs leading-6 text-ink-faint lg:max-xl:h-4.5 lg:max-xl:leading-4.5">
        {t("need.unreadPast")}
      </p>
      <UnreadStrip className="h-2" />
    </div>
  );
}

function ReadablePast({
  deviceId,
  past,
  state,
  nowMs,
}: CardPastProps & { past: MachineHistory | null }) {
  const grid = (useMachineGrids(deviceId) ?? past?.grids)?.sheets_per_hour ?? null;
  // The line's window, whose last step may have just begun.
  const endMs =
    grid === null
      ? Math.max(nowMs, state.timeMs ?? 0)
      : grid.startMs + grid.stepMs * grid.buckets.length;
  const { value, timeMs } = state;
  const spans = useMemo(
    () => spansUntil(past?.states ?? [], { value, timeMs }, endMs),
    [past, value, timeMs, endMs],
  );
  return (
    <div className="half-mark space-y-1">
      <Sparkline
        values={(grid?.buckets ?? []).map((bucket) => bucket?.mean ?? null)}
        className="block h-6 w-full lg:max-xl:h-4.5"
      />
      {past === null ? (
        <div className="skeleton h-2" />
      ) : (
        <StateStrip spans={spans} className="block h-2 w-full" />
      )}
    </div>
  );
}
