import { expect, it } from "vitest";
import { UNKNOWN } from "#app/features/predictions/get-downtime-predictions.server.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { FleetStore } from "./fleet-store.ts";
import { FleetContext } from "./use-fleet.ts";
import { CARD_METRICS, type FleetMachine } from "./fleet-types.ts";
import { factsOf } from "./need.ts";
import { toReadings } from "./readings.ts";
import { useRoster } from "./use-roster.ts";
import type { WallFleet } from "./wall-fleet.ts";

const NOW_MS = Date.UTC(2026, 10, 5, 12);
const sample = { value: 4, timeMs: NOW_MS, adFlag: null };
const initial = Object.fromEntries(CARD_METRICS.map((metric) => [metric, sample]));
const machineOf = (id: number) =>
  ({ id, initial, reachable: true, risk: UNKNOWN }) as unknown as FleetMachine;
const readingsOf = (ids: number[]) =>
  new Map(ids.map((id) => [id, toReadings(machineOf(id), NOW_MS)]));
const factsFor = (ids: number[]) =>
  factsOf(ids.map(machineOf), {}, { readings: readingsOf(ids), since: new Map() });

/** Drawn with what was known of some machines, when the fleet has others by now. */
function Slides({ now, known }: { now: number[]; known: number[] }) {
  const fleet = { machines: now.map(machineOf), large: null } as unknown as WallFleet;
  const { slides, list } = useRoster(fleet, factsFor(known));
  const shown = [...slides, list].map((machines) => machines.map(({ id }) => id).join("+"));
  return <p>{shown.join(" ").trim()}</p>;
}
const slidesOf = async (now: number[], known: number[]) =>
  readText(
    await draw(
      <LiveProvider nowMs={NOW_MS}>
        <FleetContext.Provider value={new FleetStore(readingsOf(now))}>
          <Slides {...{ now, known }} />
        </FleetContext.Provider>
      </LiveProvider>,
    ),
  );

it("has slides, and a list, of the machines that the fleet has now", async () => {
  expect(await slidesOf([1, 2, 3, 4], [1, 2, 3, 4])).toBe("1+2 3+4 1+2+3+4");
  expect(await slidesOf([1, 2], [1, 2, 3, 4])).toBe("1+2 1+2");
});

it("has none, and does not fail, where what is known is of machines that the fleet has no more", async () => {
  expect(await slidesOf([4, 5, 6], [1, 2, 3])).toBe("");
});
