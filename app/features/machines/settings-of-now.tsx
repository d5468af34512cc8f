import { useParams } from "@remix-run/react";
import { useEffect } from "react";
import { callApi } from "#app/components/call-api.ts";
import { useReadAgain } from "#app/components/use-read-again.ts";
import { useChanges } from "#app/live/index.ts";
import type { MachinePage } from "./machine-page.ts";

/** What /v1 tells of a machine that decides how its page looks. */
type Settings = {
  name: string;
  make: string;
  model: string;
  serial_number: string;
  facility: { id: number; name: string } | null;
  facility_timezone: string | null;
  service_tier: { id: number } | null;
  retired_at: string | null;
};

type Props = Pick<MachinePage, "machine"> & {
  /** Machines, as addresses name them, whose layout is to be read again with the page. */
  outdated: Set<string | undefined>;
};

/**
 * Keeps an open page to the machine's settings: when somebody changed its tier, place, time zone, name or kind, took it away
 * or out of service, the page is read again with its tabs and their locks. First it is asked whether anything differs: a
 * reading that fails would take the machine's page with it.
 */
export default function SettingsOfNow({ machine, outdated }: Props) {
  const { id = "" } = useParams();
  const readAgain = useReadAgain();
  // What is here was read just now.
  useEffect(() => void outdated.delete(id), [id, machine, outdated]);
  useChanges(machine.id, "settings", () => {
    void callApi<{ data: Settings }>(`devices/${machine.id}`).then((answer) => {
      if (!answer.ok && answer.status !== 404) return;
      if (answer.ok && isSame(answer.data.data, machine)) return;
      outdated.add(id);
      readAgain();
    });
  });
  return null;
}

const isSame = (now: Settings, shown: MachinePage["machine"]): boolean =>
  now.name === shown.name &&
  now.make === shown.make &&
  now.model === shown.model &&
  now.serial_number === shown.serialNumber &&
  now.facility?.id === shown.facility?.id &&
  now.facility?.name === shown.facility?.name &&
  now.facility_timezone === (shown.facility?.timezone ?? null) &&
  now.service_tier?.id === shown.serviceTier?.id &&
  (now.retired_at === null) === (shown.retiredAt === null);
