import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { MachineAlarms } from "./machine-alarms.tsx";

it("has the way to the journal above its alarms, and above the words that there are none", async () => {
  const alarms = (
    <LiveProvider>
      <MachineAlarms
        {...{ deviceId: 1, alarms: [], choices: null, nowMs: 0 }}
        {...{ timezone: "UTC", isOutOfService: false }}
      />
    </LiveProvider>
  );
  const read = readText(await draw(await asPage(alarms)), "|");
  expect(read).toMatch(/Alarm journal.*No alarms yet/);
});
