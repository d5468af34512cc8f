import { eq } from "drizzle-orm";
import { displays } from "#app/db/schema/index.ts";
import { sessionIdOfDisplay } from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/features/audit/write-audit.server.ts";
import type { EndSockets } from "#app/features/people/sign-out.server.ts";
import { noSuchDisplay, requireDisplay } from "./list-displays.server.ts";

type Deps = AuditDeps & { actor: Actor; endSockets: EndSockets };

/** The screen goes dark: its token is worth nothing, its sockets close at once, and it shows a code again. */
export async function revokeDisplay(deps: Deps, id: number): Promise<{ id: number; name: string }> {
  const { db, actor, endSockets } = deps;
  const { name, customerId, facilityIds } = await requireDisplay(deps, id);
  const revoking = db.batch([
    db.delete(displays).where(eq(displays.id, id)),
    writeAudit(deps, {
      actor,
      action: "display.revoked",
      subject: { type: "display", id },
      customerId,
      before: { name, facility_ids: facilityIds },
      mustChange: true,
    }),
  ]);
  await revoking.catch(unlessUnchanged(noSuchDisplay));
  await endSockets({ customerId, userId: 0 }, [sessionIdOfDisplay(id)]);
  return { id, name };
}
