import { useLocation, useMatches } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHold } from "#app/components/hold-pages.ts";
import { OnItsWay } from "#app/components/load-later.tsx";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { machineOfPath } from "#app/domain/machine-tabs.ts";
import { EventDrawer } from "./drawer-when-opened.ts";
import type { EventMachine, EventView } from "./event-types.ts";
import { machinesOfPage } from "./machines-of-page.ts";

type Read = { machines: readonly EventMachine[]; nowMs: number };
/** With the device's time when it was read. */
type MachineChoice = Read & { readAtMs: number };

/** Helios that was not reached is asked again after so long, and as soon as the browser has a network; ms. */
const AGAIN_MS = 5_000;

/** The event form with the reader's machines; on a machine's page for that machine. */
export default function ReportOfAny({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const here = machineOfPath(useLocation().pathname);
  const ofPage = machinesOfPage(useMatches().map(({ data }) => data));
  const isAway = useHold() !== null;
  const [view, setView] = useState<EventView | null>(null);
  /** As read last in this session. */
  const [choice, setChoice] = useState<MachineChoice | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const isSwitching = useDemoSwitching();
  const isReading = open && view === null;
  const giveUp = useCallback(() => {
    setFailed(false);
    onClose();
  }, [onClose]);
  useEffect(() => {
    if (isSwitching) {
      // Names that are known are those of the mode before; what was typed is kept.
      setChoice(view && withoutNames);
      if (isReading) giveUp();
    } else if (choice !== null) {
      const stopped = new AbortController();
      void readMachines(stopped.signal).then(
        (read) => read && setChoice({ ...read, readAtMs: Date.now() }),
      );
      return () => stopped.abort();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a choice that was just read has its names
  }, [isSwitching]);
  useEffect(() => {
    if (!isReading) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => setRound((count) => count + 1);
    const known = isSwitching ? null : (choice?.machines ?? ofPage);
    const show = async () => {
      // What a dead connection is asked fails only after minutes.
      const isLost = isAway && known !== null;
      const read = isLost ? null : await readMachines(stopped.signal);
      if (stopped.signal.aborted) return;
      const found = read ?? (known && { machines: known, nowMs: Date.now() + clockOffset(choice) });
      setFailed(found === null);
      if (found === null) {
        timer = setTimeout(again, AGAIN_MS);
        window.addEventListener("online", again, { signal: stopped.signal });
        return;
      }
      setChoice({ ...found, readAtMs: Date.now() });
      const isKnown = found.machines.some(({ id }) => id === here);
      setView({ kind: "report", deviceId: isKnown ? here : null });
    };
    void show();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as they are when it is asked for
  }, [isReading, isAway, round]);
  return (
    <>
      {choice !== null && (
        <EventDrawer
          view={open ? view : null}
          machines={choice.machines}
          nowMs={choice.nowMs}
          onChange={(next) => {
            setView(next);
            if (next === null) onClose();
          }}
        />
      )}
      {isReading && (
        <OnItsWay name={t("provider.report")} hasFailed={hasFailed || isAway} onClose={giveUp} />
      )}
    </>
  );
}

const withoutNames = (choice: MachineChoice | null) =>
  choice && { ...choice, machines: choice.machines.map((each) => ({ ...each, name: "" })) };

const clockOffset = (choice: MachineChoice | null): number =>
  choice === null ? 0 : choice.nowMs - choice.readAtMs;

/** null when Helios was not reached or refused. */
async function readMachines(signal: AbortSignal): Promise<Read | null> {
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch("/dashboard/machines", { headers, signal });
    return answer.ok ? ((await answer.json()) as Read) : null;
  } catch {
    return null;
  }
}
