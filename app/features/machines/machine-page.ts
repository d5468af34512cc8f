import { useOutletContext } from "@remix-run/react";
import type { MachineTab } from "#app/domain/machine-tabs.ts";
import type { MachineFacility, MachineTier } from "./machine-record.server.ts";

/** What a machine's layout knows, for the tabs inside it. */
export type MachinePage = {
  machine: {
    id: number;
    name: string;
    make: string;
    model: string;
    serialNumber: string;
    facility: MachineFacility | null;
    serviceTier: MachineTier | null;
    /** Out of service since then, it or its facility; null: in service. */
    retiredAt: number | null;
  };
  basePath: string;
  tabs: readonly { tab: MachineTab; locked: boolean }[];
};

export const useMachinePage = (): MachinePage => useOutletContext<MachinePage>();
