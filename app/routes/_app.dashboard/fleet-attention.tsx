import { useRevalidator } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Toast } from "#app/components/ui/toast.tsx";
import { AttentionArea } from "#app/features/dashboard/attention-area.tsx";
import {
  ATTENTION_ROWS,
  type Attention,
  type Fleet,
  type MaintenanceRow,
  type WorkLock,
} from "#app/features/dashboard/fleet-types.ts";
import { useHeliosTime } from "#app/features/dashboard/use-helios-time.ts";
import { useIsFromBeforeCut } from "#app/features/dashboard/use-is-from-before-cut.ts";
import { usePageAge } from "#app/features/dashboard/use-page-age.ts";
import { CompleteDialog } from "#app/features/maintenance/complete-when-opened.ts";
import "#app/features/dashboard/later/texts.ts";

type FleetAttentionProps = {
  fleet: Fleet;
  attention: Attention;
  /** The alarms that are on now. */
  live: Attention["alarms"];
  /** Whether the reader may mark work as done. */
  canComplete: boolean;
  workLock: WorkLock | null;
};

/** What to do: work that is due, which may be marked as done, and alarms. */
export default function FleetAttention({
  fleet,
  attention,
  live,
  canComplete,
  workLock,
}: FleetAttentionProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const ageMs = usePageAge();
  const isCut = useIsFromBeforeCut(live);
  const nowMs = useHeliosTime(fleet.nowMs, isCut);
  // What comes live are the first rows.
  const alarms = attention.alarms.rows.length > ATTENTION_ROWS ? attention.alarms : live;
  // undefined: never opened, so that nothing is loaded for it.
  const [work, setWork] = useState<MaintenanceRow | null | undefined>(undefined);
  const [done, setDone] = useState<string | null>(null);
  const forget = useCallback(() => setDone(null), []);
  return (
    <>
      <AttentionArea
        attention={{ ...attention, alarms }}
        nowMs={nowMs}
        isCut={isCut}
        ageMs={ageMs}
        onComplete={canComplete ? setWork : null}
        workLock={workLock}
      />
      {work !== undefined && (
        <CompleteDialog
          work={work}
          nowMs={fleet.nowMs}
          onClose={() => setWork(null)}
          onDone={({ name, deviceName }, repeat) => {
            setDone(repeat ?? t("attention.completed", { name, machine: deviceName }));
            revalidate();
          }}
        />
      )}
      {done !== null && <Toast tone="good" text={done} onClose={forget} />}
    </>
  );
}
