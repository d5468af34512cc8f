import { useChartNotes } from "#app/features/analytics/use-chart-notes.tsx";
import KeyButton from "#app/features/dashboard/key-button.tsx";
import { SheetsChart, type SheetsChartProps } from "#app/features/machines/sheets-chart.tsx";
import { ChartNotesContext } from "#app/kit/charts/chart-notes.tsx";

/** The machine's last hours, with what people noted on them, and what their states mean. */
export default function NotedChart(props: SheetsChartProps) {
  return (
    <ChartNotesContext.Provider value={useChartNotes}>
      <SheetsChart {...props} keyButton={<KeyButton ofMachine />} />
    </ChartNotesContext.Provider>
  );
}
