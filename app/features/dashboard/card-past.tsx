import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
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

/** The last eight hours as a line and as states, on one axis; both go on as values come. A line that was known stays. */
export function CardPast({ deviceId, past, state, nowMs }: CardPastProps) {
  const { t } = useTranslation();
  const read = past === "failed" ? null : past;
  const grid = (useMachineGrids(deviceId) ?? read?.grids)?.sheets_per_hour ?? null;
  // The line's window, whose last step may have just begun.
  const endMs =
    grid === null
      ? Math.max(nowMs, state.timeMs ?? 0)
      : grid.startMs + grid.stepMs * grid.buckets.length;
  const { value, timeMs } = state;
  const spans = useMemo(
    () => spansUntil(read?.states ?? [], { value, timeMs }, endMs),
    [read, value, timeMs, endMs],
  );
  return (
    <div className={cx("space-y-1", read === past && "half-mark")}>
      {read !== past && grid === null ? (
        <p className="h-6 truncate text-xs leading-6 text-ink-faint lg:max-xl:h-4.5 lg:max-xl:leading-4.5">
          {t("need.unreadPast")}
        </p>
      ) : (
        <Sparkline
          values={(grid?.buckets ?? []).map((bucket) => bucket?.mean ?? null)}
          className="block h-6 w-full lg:max-xl:h-4.5"
        />
      )}
      {read !== null ? (
        <StateStrip spans={spans} className="block h-2 w-full" />
      ) : past === null ? (
        <div className="skeleton h-2" />
      ) : (
        <UnreadStrip className="h-2" />
      )}
    </div>
  );
}
