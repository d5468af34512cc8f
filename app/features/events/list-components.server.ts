import { and, asc, eq, isNull, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/db/client.server.ts";
import { componentReasons, components } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";

export type Component = typeof components.$inferSelect & {
  parentName: string | null;
  reasons: { id: number; name: string }[];
};

/** The condition that a row of `components` is a part of machines of this make and model: null there means any. */
export const isPartOf = ({ make, model }: Pick<Machine, "make" | "model">) =>
  and(
    or(isNull(components.make), eq(components.make, make)),
    or(isNull(components.model), eq(components.model, model)),
  );

/** What may have been worked on, by parent and name, with the reasons for it: everything, or what one machine is made of. */
export async function listComponents(
  { db, actor }: { db: Db; actor: Actor },
  { device }: { device?: string | number | undefined } = {},
): Promise<Component[]> {
  const machine = device === undefined ? null : await requireMachine({ db, actor }, device);
  const parent = alias(components, "parent");
  const [rows, reasons] = await Promise.all([
    db
      .select({ component: components, parentName: parent.name })
      .from(components)
      .leftJoin(parent, eq(parent.id, components.parentId))
      .where(machine === null ? undefined : isPartOf(machine))
      .orderBy(asc(parent.name), asc(components.name), asc(components.id)),
    db.select().from(componentReasons).orderBy(asc(componentReasons.name)),
  ]);
  const byComponent = Map.groupBy(reasons, (reason) => reason.componentId);
  return rows.map(({ component, parentName }) => ({
    ...component,
    parentName,
    reasons: (byComponent.get(component.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
}
