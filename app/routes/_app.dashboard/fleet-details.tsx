import { useRevalidator } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadLater } from "#app/components/load-later.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { AttentionArea } from "#app/features/dashboard/attention-area.tsx";
import type { Attention, Fleet, MaintenanceRow } from "#app/features/dashboard/fleet-types.ts";
import { MachineSnapshot } from "#app/features/dashboard/machine-snapshot.tsx";
import type { EventView } from "#app/features/events/event-types.ts";
import { RecentEvents } from "#app/features/events/recent-events.tsx";
import { useShownAlarms } from "#app/features/dashboard/use-shown-alarms.ts";
import "#app/features/dashboard/texts.ts";

const EventDrawer = loadLater(() => import("#app/features/events/event-drawer.tsx"));
const CompleteDialog = loadLater(() => import("#app/features/maintenance/complete-dialog.tsx"));

type FleetDetailsProps = {
  fleet: Fleet;
  attention: Attention;
  /** Whether the reader may mark work as done. */ canComplete: boolean;
};

/** What lies below the fleet's numbers: what to do, one machine closely, and what happened to it. */
export default function FleetDetails({ fleet, attention, canComplete }: FleetDetailsProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const alarms = useShownAlarms(fleet, attention.alarms);
  // undefined: never opened, so that nothing is loaded for it.
  const [view, setView] = useState<EventView | null | undefined>(undefined);
  const [work, setWork] = useState<MaintenanceRow | null | undefined>(undefined);
  const [reported, setReported] = useState(0);
  const [done, setDone] = useState<string | null>(null);
  const forget = useCallback(() => setDone(null), []);
  return (
    <>
      <AttentionArea
        attention={{ ...attention, alarms }}
        nowMs={fleet.nowMs}
        onComplete={canComplete ? setWork : null}
      />
      <MachineSnapshot
        fleet={fleet}
        firstId={attention.alarms.rows[0]?.deviceId}
        onReport={({ id }) => setView({ kind: "report", deviceId: id })}
        renderEvents={(machine) => (
          <RecentEvents
            machine={machine}
            nowMs={fleet.nowMs}
            version={reported}
            onOpen={(event) => setView({ kind: "event", event })}
          />
        )}
      />
      {view !== undefined && (
        <EventDrawer
          view={view}
          machines={fleet.machines}
          nowMs={fleet.nowMs}
          onChange={setView}
          onReported={() => setReported((count) => count + 1)}
        />
      )}
      {work !== undefined && (
        <CompleteDialog
          work={work}
          nowMs={fleet.nowMs}
          onClose={() => setWork(null)}
          onDone={({ name, deviceName }) => {
            setDone(t("attention.completed", { name, machine: deviceName }));
            revalidate();
          }}
        />
      )}
      {done !== null && <Toast tone="good" text={done} onClose={forget} />}
    </>
  );
}
