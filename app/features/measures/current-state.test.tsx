/** The cards of a machine's current state, as the server draws them. */
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw } from "#tests/draw.tsx";
import { CurrentState } from "./current-state.tsx";

const NOW = Date.UTC(2026, 10, 20);

it("tags without a card stand by what they are called, and the tenth behind the second", async () => {
  const tags = ["zone_speed_10", "gizmo_b", "zone_speed_2", "Axis10.Torque", "Axis9.Torque"];
  const page = (
    <LiveProvider nowMs={NOW}>
      <CurrentState
        deviceId={1}
        basePath="/machines/1"
        measures={[]}
        latest={Object.fromEntries(tags.map((tag) => [tag, { value: 1, timeMs: NOW }]))}
        seen={{}}
        canMarkSeen={false}
        timezone="UTC"
        showKiwiplan={false}
        tags={null}
      />
    </LiveProvider>
  );
  const html = await draw(await asPage(page));
  const titles = [...html.matchAll(/<p class="pr-1[^>]*>([^<]*)/g)].map(([, title]) => title);
  expect(titles).toEqual([
    "Axis9.Torque",
    "Axis10.Torque",
    "Gizmo b",
    "Zone speed 2",
    "Zone speed 10",
  ]);
});
