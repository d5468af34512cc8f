import { useEffect, useState } from "react";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import type { Fleet } from "#app/features/dashboard/fleet-types.ts";
import { MachineSnapshot } from "#app/features/dashboard/machine-snapshot.tsx";
import type { SnapshotValues } from "#app/features/dashboard/snapshot-metrics.ts";
import { EventDrawer } from "#app/features/events/drawer-when-opened.ts";
import type { EventView } from "#app/features/events/event-types.ts";
import { RecentEvents } from "#app/features/events/recent-events.tsx";
import "#app/features/dashboard/texts.ts";

type FleetDetailsProps = {
  fleet: Fleet;
  /** Of that machine, as they came with the page. */
  values: SnapshotValues | null;
  /** The machine to begin with, such as one that has an alarm. */
  firstId: number | undefined;
};

/** What lies below the fleet's numbers: one machine closely, and what happened to it. */
export default function FleetDetails({ fleet, values, firstId }: FleetDetailsProps) {
  // undefined: never opened, so that nothing is loaded for it.
  const [view, setView] = useState<EventView | null | undefined>(undefined);
  const [reported, setReported] = useState(0);
  const isSwitching = useDemoSwitching();
  useEffect(() => {
    // Who told of it is named in it.
    if (isSwitching) setView((before) => (before?.kind === "event" ? null : before));
  }, [isSwitching]);
  return (
    <>
      <MachineSnapshot
        fleet={fleet}
        values={values}
        firstId={firstId}
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
    </>
  );
}
