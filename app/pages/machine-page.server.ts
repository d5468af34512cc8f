import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { maskMachine } from "#app/domain/demo/masks.ts";
import { isMachineTab, lockOf, machineTabs } from "#app/domain/machine-tabs.ts";
import { getMachine } from "#app/features/machines/get-machine.server.ts";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { findDemo } from "#app/platform/demo-mode.server.ts";
import { denyAccess, requireUser } from "./guards.server.ts";

/** What every tab of a machine's page begins with: the machine if it is the person's, the tabs of their role, the tab's lock. */
export async function requireMachinePage(args: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser(args);
  const { id = "", tab } = args.params;
  if (!isMachineTab(tab)) throw redirect("/errors/error-404");
  const [found, demo] = await Promise.all([
    getMachine({ ...deps, actor }, id),
    findDemo(args.request, user),
  ]);
  if (found === null) throw redirect("/errors/error-404");
  const tabs = machineTabs(actor);
  if (!tabs.includes(tab)) throw denyAccess({ actor, deps });
  const machine = demo === null ? found : maskMachine(found, demo.words);
  const tier = machine.serviceTier;
  const check = lockOf(actor, tier, tab);
  return {
    actor,
    deps,
    demo,
    page: {
      title: machine.name,
      crumbNames: { [`/machines/${id}`]: machine.name },
      machine,
      basePath: `/machines/${encodeURIComponent(id)}`,
      tab,
      tabs: tabs.map((each) => ({ tab: each, locked: lockOf(actor, tier, each) !== null })),
      lock: check === null ? null : { check, needed: (await findFirstTier(deps, check)) ?? "" },
    },
  };
}
export type MachinePage = Awaited<ReturnType<typeof requireMachinePage>>["page"];
