import { useLocation } from "@remix-run/react";
import { FilePlus2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { OnItsWay } from "#app/components/load-later.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { askToReport, REPORT_ASKED } from "#app/components/report-asked.ts";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { machineOfPath } from "#app/domain/machine-tabs.ts";
import { EventDrawer } from "./drawer-when-opened.ts";
import type { EventMachine, EventView } from "./event-types.ts";

type Choice = { machines: EventMachine[]; nowMs: number };

/** Opens the event form from any page. */
export function ReportDowntime() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={askToReport}
      className="flex min-h-11 items-center gap-2 rounded-control px-1.5 text-sm whitespace-nowrap text-ink-soft hover:text-ink max-sm:min-w-11 max-sm:justify-center lg:min-h-8"
    >
      <FilePlus2 className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">{t("provider.report")}</span>
    </button>
  );
}

/** The event form, for whoever asks for it; on a machine's page for that machine. */
export function AskedReport() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [view, setView] = useState<EventView | null>(null);
  const [failed, setFailed] = useState(false);
  const [isReading, setReading] = useState(false);
  /** The question that is on its way; another one, or none, once it was given up. */
  const asked = useRef<object | null>(null);
  const giveUp = () => {
    asked.current = null;
    setReading(false);
  };
  const isSwitching = useDemoSwitching();
  useEffect(() => {
    if (isSwitching) {
      // Its names are those of the mode before; what was typed is kept.
      giveUp();
      setChoice(withoutNames);
    } else if (choice !== null) {
      let isOn = true;
      void readChoice().then((read) => isOn && read && setChoice(read));
      return () => void (isOn = false);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a choice that was just read has its names
  }, [isSwitching]);
  useEffect(() => {
    const open = async () => {
      if (asked.current !== null) return;
      const own = (asked.current = {});
      setFailed(false);
      setReading(true);
      const read = await readChoice();
      if (asked.current !== own) return;
      asked.current = null;
      setReading(false);
      setFailed(read === null);
      if (read === null) return;
      const here = machineOfPath(pathname);
      setChoice(read);
      setView({
        kind: "report",
        deviceId: read.machines.some(({ id }) => id === here) ? here : null,
        isDowntime: true,
      });
    };
    const hear = () => void open();
    window.addEventListener(REPORT_ASKED, hear);
    return () => window.removeEventListener(REPORT_ASKED, hear);
  }, [pathname]);
  return (
    <>
      {choice !== null && (
        <EventDrawer
          view={view}
          machines={choice.machines}
          nowMs={choice.nowMs}
          onChange={setView}
        />
      )}
      {isReading && <OnItsWay name={t("provider.report")} hasFailed={false} onClose={giveUp} />}
      {failed && (
        <Toast tone="alarm" text={t("provider.reportFailed")} onClose={() => setFailed(false)} />
      )}
    </>
  );
}

const withoutNames = (choice: Choice | null) =>
  choice && { ...choice, machines: choice.machines.map((each) => ({ ...each, name: "" })) };

/** null when Helios was not reached or refused. */
async function readChoice(): Promise<Choice | null> {
  try {
    const answer = await fetch("/dashboard/machines", { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as Choice) : null;
  } catch {
    return null;
  }
}
