import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { FleetStore } from "./fleet-store.ts";
import type { Fleet, FleetMachine } from "./fleet-types.ts";
import { MachineSnapshot } from "./machine-snapshot.tsx";
import { FleetContext } from "./use-fleet.ts";

const NOW = Date.now();
const MINUTE_MS = 60_000;

it("its state says since when, as the machine's card does", async () => {
  const store = new FleetStore(new Map());
  store.loadStates(NOW, {
    1: [
      { timeMs: NOW - 90 * MINUTE_MS, code: 4 },
      { timeMs: NOW - 47 * MINUTE_MS, code: 1 },
    ],
  });
  const machine = {
    ...{ id: 1, name: "FFG 1", opensEvents: true },
    initial: { machine_state: { value: 1, timeMs: NOW, adFlag: null } },
  } as unknown as FleetMachine;
  const html = await draw(
    <StaticRouter location="/">
      <LiveProvider nowMs={NOW}>
        <FleetContext.Provider value={store}>
          <MachineSnapshot
            fleet={{ machines: [machine] } as unknown as Fleet}
            onReport={() => undefined}
            renderEvents={() => null}
          />
        </FleetContext.Provider>
      </LiveProvider>
    </StaticRouter>,
  );
  expect(readText(html)).toContain("Not ready47 min");
});
