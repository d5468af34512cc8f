import { and, eq, gt, sql } from "drizzle-orm";
import { displayFacilities, displayPairings, displays } from "#app/db/schema/index.ts";
import {
  CODES_ENTERED,
  parsePairingCode,
  requireDisplayManager,
} from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { giveBackToLimit, takeFromLimit } from "#app/platform/rate-limit.server.ts";
import { requireOneCustomer } from "./choose-facilities.server.ts";
import { requireDisplay } from "./list-displays.server.ts";
import type { Display, DisplaySettings } from "./display.ts";
import { hashPairingCode } from "./start-pairing.server.ts";

type Deps = AuditDeps & { actor: Actor; linkSecret: () => Promise<string> };

/**
 * Makes a display of the screen that shows the code: 403 for who may not, 422 for a code that is nobody's or too old,
 * 429 for who guesses. What an OEM superuser pairs shows the machines of their make only.
 */
export async function pairDisplay(
  deps: Deps,
  input: DisplaySettings & { code: string },
): Promise<Display> {
  const { db, now, actor } = deps;
  requireDisplayManager(actor);
  const customerId = await requireOneCustomer(deps, input.facilityIds);
  const tokenHash = await takeCode(deps, input.code);
  const { name, locale, timeZone } = input;
  const make = actor.role === "oem_superuser" ? actor.make : null;
  const id = sql<number>`(select ${displays.id} from ${displays} where ${displays.tokenHash} = ${tokenHash})`;
  const facilityIds = [...new Set(input.facilityIds)];
  const [[created]] = await db
    .batch([
      db
        .insert(displays)
        .values({ tokenHash, customerId, make, name, locale, timeZone, createdAt: now })
        .returning({ id: displays.id }),
      db.delete(displayPairings).where(eq(displayPairings.tokenHash, tokenHash)),
      ...facilityIds.map((facilityId) =>
        db.insert(displayFacilities).values({ displayId: id, facilityId }),
      ),
      writeAudit(deps, {
        actor,
        action: "display.paired",
        subject: { type: "display", id },
        customerId,
        after: { name, facility_ids: facilityIds, locale, time_zone: timeZone, make },
      }),
    ])
    .catch(unlessPairedAlready);
  if (created === undefined) throw noSuchCode();
  return requireDisplay(deps, created.id);
}

/** The hash of the token of the screen that shows the code. A wrong one counts against who entered it. */
async function takeCode(deps: Deps, text: string): Promise<string> {
  const { db, now, actor } = deps;
  const who = String(actor.userId);
  const wait = await takeFromLimit(deps, CODES_ENTERED, who);
  if (wait !== null)
    throw new AppError("too_many_requests", {
      message: "Too many wrong codes. Try again later.",
      retryAfterSeconds: wait,
    });
  const code = parsePairingCode(text);
  const found =
    code === null
      ? undefined
      : await db
          .select({ tokenHash: displayPairings.tokenHash })
          .from(displayPairings)
          .where(
            and(
              eq(displayPairings.codeHash, hashPairingCode(await deps.linkSecret(), code)),
              gt(displayPairings.expiresAt, now),
            ),
          )
          .get();
  if (found === undefined) throw noSuchCode();
  await giveBackToLimit(deps, CODES_ENTERED, who);
  return found.tokenHash;
}

/** Entered twice in one moment: the first pairs it, and nothing of the second is kept. */
function unlessPairedAlready(error: unknown): never {
  const text =
    error instanceof Error
      ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`
      : "";
  throw text.includes("UNIQUE constraint failed: displays") ? noSuchCode() : error;
}

const noSuchCode = () =>
  new AppError("validation_failed", {
    fields: { code: [{ code: "pairing_code" }] },
  });
