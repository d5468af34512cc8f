/** What the demo's people put on their machines' current state beside the defaults. */
import type { measures } from "#app/db/schema/index.ts";

const ADDED = [
  {
    humanKey: "main_drive_load_percent",
    title: "Main drive load",
    category: "machine_overview",
    type: "percentage",
    units: "%",
  },
  {
    humanKey: "bearing_temp_1_f",
    title: "Bearing, drive side",
    category: "machine_overview",
    type: "float",
    units: "°F",
  },
  {
    humanKey: "bearing_temp_2_f",
    title: "Bearing, operator side",
    category: "machine_overview",
    type: "float",
    units: "°F",
  },
  {
    humanKey: "dryer_temp_f",
    title: "Dryer",
    category: "printing",
    type: "float",
    units: "°F",
  },
] as const;

/** `deviceIds`: of machines whose people added some. */
export const demoMeasures = (
  deviceIds: readonly number[],
  now: number,
): (typeof measures.$inferInsert)[] =>
  deviceIds.flatMap((deviceId) =>
    ADDED.map((measure) => ({
      ...measure,
      deviceId,
      precision: 1,
      isStatic: false,
      createdAt: now,
    })),
  );
