/** A row of the wall as the server draws it. */
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw } from "./draw.tsx";
import { FleetContext } from "#app/features/dashboard/use-fleet.ts";
import { FleetStore } from "#app/features/dashboard/fleet-store.ts";
import type { Reading, Readings } from "#app/features/dashboard/readings.ts";
import { CARD_METRICS, type FleetMachine } from "#app/features/dashboard/fleet-types.ts";
import { WallRow } from "#app/features/dashboard/wall-row.tsx";

export const NOW_MS = Date.UTC(2026, 10, 5, 23, 7);
/** 20 s old, and by its own interval not late. */
export const reading = (value: Reading["value"]): Reading => ({
  ...{ value, timeMs: NOW_MS - 20_000, adFlag: null, stale: false, ageMs: 20_000 },
});
export const readings: Readings = {
  ...(Object.fromEntries(CARD_METRICS.map((metric) => [metric, reading(1)])) as Readings),
  machine_state: reading("running_and_feeding"),
  machine_speed: reading(171),
};
export const drawRow = (
  read: Readings,
  isWallOld: boolean,
  alarms = 0,
  locale: "en" | "es" = "en",
  name = "Corrugator",
  {
    hasPlace = false,
    isSharing = false,
    reachable = true,
    acknowledged = 0,
    overdue = 0,
    risk = {
      prediction: null,
      reason: "no_better_than_rate",
      horizonMinutes: 240,
    } as DowntimePrediction,
    isUrgent = true,
    isCut = isWallOld,
    areAlarmsOld = undefined as boolean | undefined,
    states = [] as StateChange[],
  } = {},
) => {
  const machine = { id: 1, name, facility: null, reachable, risk } as unknown as FleetMachine;
  const store = new FleetStore(new Map([[1, read]]));
  store.loadStates(NOW_MS, { 1: states });
  return draw(
    <LiveProvider nowMs={NOW_MS}>
      <FleetContext.Provider value={store}>
        <WallRow
          {...{ machine, isWallOld, readings: read, states, nowMs: NOW_MS }}
          {...{
            alarms,
            acknowledged,
            overdue,
            isUrgent,
            isCut,
            areAlarmsOld: areAlarmsOld ?? isCut,
            hasPlace,
            isSharing,
            rows: 3 as const,
          }}
        />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
};
