import { useTranslation } from "react-i18next";
import type { ReportMachine } from "./load-report-page.server.ts";
import { EmptyExport } from "./empty-export.tsx";
import { ReportDownload } from "./report-download.tsx";
import { TimeframeField, useReportRange } from "./timeframe-field.tsx";
import "./texts.ts";

/** Events have no limit of tiers: any range that is not still to come. */
export function EventsForm({ machine: chosen, nowMs }: { machine: ReportMachine; nowMs: number }) {
  const { t } = useTranslation();
  const machine = { ...chosen, isUnlimited: true };
  const { off } = useReportRange(machine, nowMs);
  return (
    <ReportDownload
      key={machine.id}
      kind="events"
      machine={chosen}
      nowMs={nowMs}
      off={off}
      button={t("report.export")}
      nothing={(asked) => <EmptyExport asked={asked} nowMs={nowMs} />}
    >
      <TimeframeField machine={machine} nowMs={nowMs} />
    </ReportDownload>
  );
}
