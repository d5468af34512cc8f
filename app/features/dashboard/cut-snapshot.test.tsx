/** What the snapshot of a machine says while the page is cut off. */
import { StaticRouter } from "react-router-dom/server";
import { expect, it, vi } from "vitest";
import * as en from "#app/all-texts/en.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import { STATE_OFF } from "#app/domain/metrics/states.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { FleetStore } from "./fleet-store.ts";
import type { Fleet } from "./fleet-types.ts";
import { MachineSnapshot } from "./machine-snapshot.tsx";
import type { SnapshotValues } from "./snapshot-metrics.ts";
import { FleetContext } from "./use-fleet.ts";

vi.mock("#app/live/use-connection.ts", async (original) => ({
  ...(await original<typeof import("#app/live/use-connection.ts")>()),
  useIsCut: () => true,
}));

const NOW = Date.now();
const heardLast = NOW - 52 * SECOND_MS;
const OFF = NOW - 640 * MINUTE_MS;
const { ofBefore, othersSent, unread } = en.common.snapshot;

/** Of a machine that is off, whose state was heard last. */
const textWith = async (values: SnapshotValues | null) => {
  const store = new FleetStore(new Map());
  store.loadStates(NOW, {
    1: [
      { timeMs: OFF - 20 * MINUTE_MS, code: 4 },
      { timeMs: OFF, code: STATE_OFF },
    ],
  });
  const initial = { machine_state: { value: STATE_OFF, timeMs: heardLast, adFlag: null } };
  const fleet = { machines: [{ id: 1, name: "FFG 1", opensEvents: true, initial }] };
  const html = await draw(
    <StaticRouter location="/">
      <LiveProvider nowMs={NOW}>
        <FleetContext.Provider value={store}>
          <MachineSnapshot
            fleet={fleet as unknown as Fleet}
            values={values}
            onReport={() => undefined}
            renderEvents={() => null}
          />
        </FleetContext.Provider>
      </LiveProvider>
    </StaticRouter>,
  );
  return readText(html, " ").replaceAll(/\s+/g, " ");
};

const at = (timeMs: number, value = 1) => ({ value, timeMs, adFlag: null });

it("what is older than the connection keeps its own age beside that of all else", async () => {
  const initial = {
    sheet_count: at(heardLast, 2_410),
    jam_detected: at(OFF - MINUTE_MS),
    drives_ready: at(OFF - MINUTE_MS),
  };
  const text = await textWith({ deviceId: 1, initial } as unknown as SnapshotValues);
  expect(text).toContain("Off data 52 s old");
  expect(text).toContain("Jam detected Yes 10 h old");
  expect(text).toContain("Drives ready Yes 10 h old");
  expect(text.match(/old/g)).toHaveLength(3);
  expect(text).toContain(ofBefore);
  expect(text).not.toContain(othersSent);
});

it("is not said to be of before the machine was switched off where some of it is of after", async () => {
  const initial = { jam_detected: at(OFF - MINUTE_MS), drives_ready: at(OFF + 60 * MINUTE_MS) };
  const text = await textWith({ deviceId: 1, initial } as unknown as SnapshotValues);
  expect(text).toContain("Jam detected Yes 10 h old");
  expect(text).toContain("Drives ready Yes 9 h old");
  expect(text).not.toContain(ofBefore);
});

it("says of a machine that is chosen now that its values could not be read", async () => {
  expect(await textWith(null)).toContain(unread);
  const initial = { sheet_count: at(heardLast) };
  const read = await textWith({ deviceId: 1, initial } as unknown as SnapshotValues);
  expect(read).not.toContain(unread);
});
