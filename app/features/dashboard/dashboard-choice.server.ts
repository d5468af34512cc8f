import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { dashboardChoices } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { MachineOrder, MachineView } from "#app/domain/preferences.ts";

type Deps = { db: Db; actor: Actor };
export type DashboardChoice = { view: MachineView | null; order: MachineOrder | null };

/** How the actor looks at their machines; null: nothing was chosen yet. */
export async function readDashboardChoice({ db, actor }: Deps): Promise<DashboardChoice> {
  const row = await db
    .select({ view: dashboardChoices.machineView, order: dashboardChoices.machineOrder })
    .from(dashboardChoices)
    .where(eq(dashboardChoices.userId, actor.userId))
    .get();
  return row ?? { view: null, order: null };
}

/** Keeps what was chosen; null leaves what was chosen before. */
export async function saveDashboardChoice(
  { db, actor }: Deps,
  { view, order }: DashboardChoice,
): Promise<void> {
  const chosen = {
    ...(view !== null && { machineView: view }),
    ...(order !== null && { machineOrder: order }),
  };
  if (Object.keys(chosen).length === 0) return;
  await db
    .insert(dashboardChoices)
    .values({ userId: actor.userId, ...chosen })
    .onConflictDoUpdate({ target: dashboardChoices.userId, set: chosen });
}
