/**
 * Guards of a machine's pages. Remix runs the loaders of the layout and of the tab side by side, and a caller may ask
 * for one of them alone: each asks here for itself, and the machine is read once per request.
 */
import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  isMachineTab,
  lockOf,
  machineTabs,
  UNCONFIGURED_TAB,
  type MachineTab,
  type TabLock,
} from "#app/domain/machine-tabs.ts";
import { getMachine } from "./get-machine.server.ts";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { denyAccess, notFound, requireUser } from "#app/pages/guards.server.ts";
import { oncePerRequest } from "#app/pages/once-per-request.server.ts";

/** The machine of the address, if it is the person's to see. */
export async function requireMachinePage(args: LoaderFunctionArgs) {
  const { ctx, user } = await requireUser(args);
  const { id = "" } = args.params;
  const machine = await oncePerRequest(args.context, `machine ${id}`, () => getMachine(ctx, id));
  if (machine === null) throw notFound();
  return { ctx, user, machine, basePath: `/machines/${encodeURIComponent(id)}` };
}

/** One tab of it, if the person's role has the tab. With a lock, nothing of the tab's content is loaded or sent. */
export async function requireMachineTab(args: LoaderFunctionArgs, tab: MachineTab) {
  const page = await requirePartOf(args, tab);
  if (tab !== UNCONFIGURED_TAB) leaveUnconfigured(page);
  return page;
}

/** The same for what other pages read of a tab: they stay where they are, also where the machine has no facility. */
export async function requirePartOf(args: LoaderFunctionArgs, tab: MachineTab) {
  const page = await requireMachinePage(args);
  const { ctx } = page;
  if (!machineTabs(ctx.actor).includes(tab)) throw denyAccess(ctx);
  return { ...page, lock: await lockOfTab(page, tab) };
}

type Page = Awaited<ReturnType<typeof requireMachinePage>>;

/** Why the machine's tier does not open a tab, for blocks of other tabs too; null when it does. */
export async function lockOfTab({ ctx, machine }: Page, tab: MachineTab): Promise<TabLock | null> {
  const check = lockOf(ctx.actor, machine.serviceTier, tab);
  return check === null ? null : { check, needed: (await findFirstTier(ctx, check)) ?? "" };
}

/** On a machine without a facility every address leads to where it gets one. */
export function leaveUnconfigured({ machine, basePath }: Page): void {
  if (machine.facility === null) throw redirect(`${basePath}/${UNCONFIGURED_TAB}`);
}

/** The tab that the address names, for what stands below every one of them. */
export async function requireNamedTab(args: LoaderFunctionArgs) {
  const tab = new URL(args.request.url).pathname.split("/")[3];
  if (isMachineTab(tab)) return requireMachineTab(args, tab);
  return requireNoTab(args);
}

/** For an address below a machine that is no tab. */
export async function requireNoTab(args: LoaderFunctionArgs): Promise<never> {
  leaveUnconfigured(await requireMachinePage(args));
  throw notFound();
}
