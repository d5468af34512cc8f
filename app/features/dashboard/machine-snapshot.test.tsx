import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import * as en from "#app/all-texts/en.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { FleetStore } from "./fleet-store.ts";
import type { Fleet, FleetMachine } from "./fleet-types.ts";
import { loadSnapshot } from "./load-snapshot.server.ts";
import { MachineSnapshot } from "./machine-snapshot.tsx";
import type { SnapshotValues } from "./snapshot-metrics.ts";
import { FleetContext } from "./use-fleet.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { STATE_OFF } from "#app/domain/metrics/states.ts";

const NOW = Date.now();
const sample = (value: number) => ({ value, timeMs: NOW });

const machineOf = (id: number, state: number) =>
  ({
    ...{ id, name: `FFG ${id}`, opensEvents: true },
    initial: { machine_state: { value: state, timeMs: NOW, adFlag: null } },
  }) as unknown as FleetMachine;

/** Of the first machine, which says this of how long it has been on. */
const onFor = (seconds: number) =>
  ({
    deviceId: 1,
    initial: { time_online: { value: seconds, timeMs: NOW, adFlag: null } },
  }) as unknown as SnapshotValues;

/** As the server draws it, of the first of two machines unless another one is asked for. */
const show = (
  store: FleetStore,
  values: SnapshotValues | null,
  { firstId, state = 1 }: { firstId?: number; state?: number } = {},
) =>
  draw(
    <StaticRouter location="/">
      <LiveProvider nowMs={NOW}>
        <FleetContext.Provider value={store}>
          <MachineSnapshot
            fleet={{ machines: [machineOf(1, state), machineOf(2, state)] } as unknown as Fleet}
            values={values}
            firstId={firstId}
            onReport={() => undefined}
            renderEvents={() => null}
          />
        </FleetContext.Provider>
      </LiveProvider>
    </StaticRouter>,
  );

it("its state says since when, as the machine's card does", async () => {
  const store = new FleetStore(new Map());
  store.loadStates(NOW, {
    1: [
      { timeMs: NOW - 90 * MINUTE_MS, code: 4 },
      { timeMs: NOW - 47 * MINUTE_MS, code: 1 },
    ],
  });
  expect(readText(await show(store, null))).toContain("Not ready47 min");
});

it("a machine that is off says for how long, not that it has been on for 0 min", async () => {
  const store = new FleetStore(new Map());
  store.loadStates(NOW, {
    1: [
      { timeMs: NOW - 450 * MINUTE_MS, code: 4 },
      { timeMs: NOW - 430 * MINUTE_MS, code: STATE_OFF },
    ],
  });
  const text = readText(await show(store, onFor(0), { state: STATE_OFF }));
  expect(text).toContain("Switched off for7 h 10 min");
  expect(text).not.toContain("Switched on for");
});

it("a machine that is off is not said to be on before it is known for how long it is off", async () => {
  const text = readText(await show(new FleetStore(new Map()), onFor(0), { state: STATE_OFF }));
  expect(text).toContain("Switched off for–");
  expect(text).not.toContain("Switched on for");
});

it("says of a machine that is off which of its values are still being sent", async () => {
  const offMs = NOW - 430 * MINUTE_MS;
  const store = new FleetStore(new Map());
  store.loadStates(NOW, {
    1: [
      { timeMs: offMs - 20 * MINUTE_MS, code: 4 },
      { timeMs: offMs, code: STATE_OFF },
    ],
  });
  const jam_detected = { value: 0, timeMs: offMs - MINUTE_MS, adFlag: null };
  const signal_dbm = { value: -61, timeMs: NOW, adFlag: null };
  const textOf = async (initial: object) =>
    readText(
      await show(store, { deviceId: 1, initial } as unknown as SnapshotValues, {
        state: STATE_OFF,
      }),
    );
  const { ofBefore, othersSent } = en.common.snapshot;
  expect(await textOf({ jam_detected, signal_dbm })).toContain(`${ofBefore} ${othersSent}`);
  const alone = await textOf({ jam_detected });
  expect(alone).toContain(ofBefore);
  expect(alone).not.toContain(othersSent);
});

it("how long a machine has been on reads like the age of its state", async () => {
  const textOf = async (seconds: number) =>
    readText(await show(new FleetStore(new Map()), onFor(seconds)));
  expect(await textOf(5)).toContain("Switched on for&lt; 1 min");
  expect(await textOf(53 * 3_600)).toMatch(/Switched on for2\sd\s5\sh/);
});

it("has the values that the page came with before any comes live, of their machine alone", async () => {
  const values = await loadSnapshot(
    {
      recorder: () => ({
        status: () => Promise.reject(new Error("not asked")),
        latest: (metrics) =>
          Promise.resolve<LatestValues>(
            metrics?.includes("sheet_count") ? { sheet_count: sample(4_362) } : {},
          ),
      }),
    },
    1,
  );
  const store = new FleetStore(new Map());
  const html = await show(store, values);
  expect(readText(html)).toContain("Sheet count4,362");
  expect(html).not.toContain("data-coming");
  const other = await show(store, values, { firstId: 2 });
  expect(readText(other)).toContain("Sheet count–");
  expect(other).toContain("data-coming");
});

it("a recorder that does not answer has no values", async () => {
  const latest = () => Promise.reject(new Error("away"));
  const away = () => ({ latest, status: () => Promise.reject(new Error("away")) });
  expect(await loadSnapshot({ recorder: away }, 1)).toBeNull();
  expect(await loadSnapshot({ recorder: away }, undefined)).toBeNull();
});

it("what a machine sent before it was switched off has its age, and is said once to be of then", async () => {
  const store = new FleetStore(new Map());
  const offMs = NOW - 200 * MINUTE_MS;
  store.loadStates(NOW, {
    1: [
      { timeMs: offMs - 20 * MINUTE_MS, code: 4 },
      { timeMs: offMs, code: STATE_OFF },
    ],
  });
  const before = { value: 1, timeMs: offMs - MINUTE_MS, adFlag: null };
  const values = {
    deviceId: 1,
    initial: {
      jam_detected: before,
      drives_ready: before,
      sheet_count: { value: 0, timeMs: NOW, adFlag: null },
    },
  } as unknown as SnapshotValues;
  const text = readText(await show(store, values, { state: STATE_OFF }));
  expect(text.split("last sent before the machine was switched off")).toHaveLength(2);
  expect(text.match(/Yes3\sh\sold/g)).toHaveLength(2);
  expect(text.match(/old/g)).toHaveLength(2);
  expect(readText(await show(store, values))).not.toContain("last sent before");
});
