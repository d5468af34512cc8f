import { useEffect } from "react";
import { useChartNotes } from "#app/features/analytics/use-chart-notes.tsx";
import type { FleetNotesProps } from "#app/features/dashboard/fleet-types.ts";

/** Reads what people noted on a machine's chart, and has the dialog that deletes a note. Loaded once a machine is chosen. */
export default function MachineNotes({ onNotes, ...asked }: FleetNotesProps) {
  const { annotations, dialog } = useChartNotes(asked);
  useEffect(() => onNotes(annotations), [annotations, onNotes]);
  return dialog;
}
