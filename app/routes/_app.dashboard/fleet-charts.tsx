import { loadLater } from "#app/components/load-later.tsx";
import Charts from "#app/features/dashboard/fleet-charts.tsx";
import type { FleetChartsProps } from "#app/features/dashboard/fleet-types.ts";

const MachineNotes = loadLater(() => import("./machine-notes.tsx"));

/** The fleet's charts, with the notes of the machine that is chosen in them. */
export default function FleetCharts(props: FleetChartsProps) {
  return <Charts {...props} Notes={MachineNotes} />;
}
