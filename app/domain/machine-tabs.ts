/** The tabs of a machine's page in their order (spec 001), who sees them, and which the service tier opens. */
import {
  canConfigureMachine,
  canManageSamplers,
  passesTier,
  type TierCheck,
  type TierFlags,
} from "./access/permissions.ts";
import type { ActorRole } from "./access/types.ts";

export const MACHINE_TABS = [
  "overview",
  "maintenance",
  "analytics",
  "anomalies",
  "events",
  "machine_health",
  "alarms",
  "comments",
  "configuration",
  "samplers",
] as const;
export type MachineTab = (typeof MACHINE_TABS)[number];

const CHECKS: Partial<Record<MachineTab, TierCheck>> = {
  maintenance: "accessMaintenances",
  analytics: "generateReport",
  anomalies: "accessAnomalyExplorer",
  events: "accessEvents",
};

export const isMachineTab = (text: unknown): text is MachineTab =>
  MACHINE_TABS.some((tab) => tab === text);

/** Of a machine's page, its id. */
export const machineOfPath = (pathname: string): number | null =>
  Number(/^\/machines\/(\d{1,15})(?:\/|$)/.exec(pathname)?.[1] ?? NaN) || null;

/** Configuration and samplers are for privileged people. */
export function machineTabs(actor: { role: ActorRole }): MachineTab[] {
  return MACHINE_TABS.filter((tab) => {
    if (tab === "configuration") return canConfigureMachine(actor);
    return tab === "samplers" ? canManageSamplers(actor) : true;
  });
}

/** On a machine without a facility, this one alone: there it gets one. */
export const UNCONFIGURED_TAB = "configuration" satisfies MachineTab;

/** What the machine's tier would have to open for a tab, if it does not; null when the tab is open. */
export function lockOf(
  actor: { role: ActorRole },
  tier: TierFlags | null,
  tab: MachineTab,
): TierCheck | null {
  const check = CHECKS[tab];
  return check === undefined || passesTier(actor, tier, check) ? null : check;
}

/** Why a tab is locked: what its tier would have to open, and the first tier that does. */
export type TabLock = { check: TierCheck; needed: string };
