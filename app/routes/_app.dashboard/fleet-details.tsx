import { useRevalidator } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadLater } from "~/components/load-later";
import { Toast } from "~/components/ui/toast";
import { AttentionArea } from "~/features/dashboard/attention-area";
import type { Attention, Fleet, MaintenanceRow } from "~/features/dashboard/fleet-types";
import { MachineSnapshot } from "~/features/dashboard/machine-snapshot";
import type { EventView } from "~/features/events/event-types";
import { RecentEvents } from "~/features/events/recent-events";

const EventDrawer = loadLater(() => import("~/features/events/event-drawer"));
const CompleteDialog = loadLater(() => import("~/features/maintenance/complete-dialog"));

type FleetDetailsProps = { fleet: Fleet; attention: Attention; /** Whether the reader may mark work as done. */ canComplete: boolean };

/** What lies below the fleet's numbers: what to do, one machine closely, and what happened to it. */
export function FleetDetails({ fleet, attention, canComplete }: FleetDetailsProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  // undefined: never opened, so that nothing is loaded for it.
  const [view, setView] = useState<EventView | null | undefined>(undefined);
  const [work, setWork] = useState<MaintenanceRow | null | undefined>(undefined);
  const [reported, setReported] = useState(0);
  const [done, setDone] = useState<string | null>(null);
  const forget = useCallback(() => setDone(null), []);
  return (
    <>
      <AttentionArea attention={attention} nowMs={fleet.nowMs} onComplete={canComplete ? setWork : null} />
      <MachineSnapshot
        fleet={fleet}
        firstId={attention.alarms.rows[0]?.deviceId}
        onReport={({ id }) => setView({ kind: "report", deviceId: id })}
        renderEvents={(machine) => (
          <RecentEvents machine={machine} nowMs={fleet.nowMs} version={reported} onOpen={(event) => setView({ kind: "event", event })} />
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
