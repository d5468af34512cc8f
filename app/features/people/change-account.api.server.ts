import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { accountBody, toAccountChange } from "./account-schemas.ts";
import { personChanges } from "./person.ts";
import { requirePerson } from "./require-person.server.ts";
import { updateAccount } from "./update-account.server.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { readSessionCookie, sessionHeaders } from "#app/platform/session-cookies.server.ts";

/** The own account's fields, and those that only whoever manages somebody may set. */
export const anyUserBody = z.object({
  user: accountBody.shape.user.extend({
    role: personChanges.shape.role,
    facility_ids: personChanges.shape.facility_ids,
    make: personChanges.shape.make,
  }),
});

type Question = { ctx: ActorDeps; request: Request; body: z.output<typeof anyUserBody> };
type Changed = { user: SignedInUser; token?: string; headers: Headers };

/**
 * Changes the own account for a call; a role, make or facilities other than the present ones are refused. A new password began a
 * new session: its token goes with the answer, and into a page's cookie.
 */
export async function changeAccount({ ctx, request, body }: Question): Promise<Changed> {
  await refuseOwnAccess(ctx, body);
  const userAgent = request.headers.get("User-Agent");
  const { user, opened } = await updateAccount({ ...ctx, userAgent }, toAccountChange(body));
  if (opened === null) return { user, headers: new Headers() };
  const site = { env: ctx.env, request, now: ctx.now };
  return {
    user,
    token: opened.token,
    headers: readSessionCookie(site) === null ? new Headers() : sessionHeaders(site, opened),
  };
}

async function refuseOwnAccess(
  ctx: ActorDeps,
  { user }: z.output<typeof anyUserBody>,
): Promise<void> {
  const { role, make, facilityIds } = await requirePerson(ctx, ctx.actor.userId);
  const taken = {
    role: user.role !== undefined && user.role !== role,
    make: user.make !== undefined && user.make !== make,
    facility_ids: user.facility_ids !== undefined && !isSameSet(user.facility_ids, facilityIds),
  };
  const fields = Object.entries(taken).flatMap(([field, isTaken]) =>
    isTaken ? [[field, [{ code: "own_access" as const }]]] : [],
  );
  if (fields.length > 0)
    throw new AppError("validation_failed", { fields: Object.fromEntries(fields) });
}

const isSameSet = (a: readonly number[], b: readonly number[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((one) => b.includes(one));
