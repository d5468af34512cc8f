import { and, eq, gt, sql } from "drizzle-orm";
import { onlyIf } from "#app/db/only-if.ts";
import { displayFacilities, displayPairings, displays } from "#app/db/schema/index.ts";
import {
  CODES_ENTERED,
  parsePairingCode,
  requireDisplayManager,
} from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_DISPLAYS_PER_CUSTOMER } from "#app/domain/limits.ts";
import { writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { isForeignKeyRefused, isNullRefused } from "#app/platform/db-errors.ts";
import { giveBackToLimit, takeFromLimit } from "#app/platform/rate-limit.server.ts";
import { requireDisplay, requireOneCustomer } from "./displays.server.ts";
import { displayTokenOf } from "./find-display.server.ts";
import type { Display, DisplaySettings } from "./display.ts";
import { hashPairingCode } from "./start-pairing.server.ts";

type Deps = AuditDeps & { actor: Actor; linkSecret: () => Promise<string> };

/**
 * Makes a display of the screen that shows the code: 403 for who may not, 422 for a code that is nobody's or too old,
 * 429 for who guesses, 409 beyond the limit of a customer. The screen gets a token of its own, so that one it was
 * handed before is worth nothing. What an OEM superuser pairs shows the machines of their make only.
 */
export async function pairDisplay(
  deps: Deps,
  input: DisplaySettings & { code: string },
): Promise<Display> {
  const { db, now, actor } = deps;
  requireDisplayManager(actor);
  const customerId = await requireOneCustomer(deps, input.facilityIds);
  const waitingTokenHash = await takeCode(deps, input.code);
  const tokenHash = sha256Hex(displayTokenOf(await deps.linkSecret(), waitingTokenHash));
  const { name, locale, timeZone } = input;
  const make = actor.role === "oem_superuser" ? actor.make : null;
  const id = sql<number>`(select ${displays.id} from ${displays} where ${displays.tokenHash} = ${tokenHash})`;
  const facilityIds = [...new Set(input.facilityIds)];
  const isWaiting = sql`exists (select 1 from ${displayPairings} where ${eq(displayPairings.tokenHash, waitingTokenHash)})`;
  const existing = sql`(select count(*) from displays where customer_id = ${customerId})`;
  const [[created]] = await db
    .batch([
      db
        .insert(displays)
        .values({
          tokenHash: onlyIf(isWaiting, tokenHash),
          waitingTokenHash,
          customerId: onlyIf(sql`${existing} < ${MAX_DISPLAYS_PER_CUSTOMER}`, customerId),
          make,
          name,
          locale,
          timeZone,
          createdAt: now,
        })
        .returning({ id: displays.id }),
      db.delete(displayPairings).where(eq(displayPairings.tokenHash, waitingTokenHash)),
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
    .catch(rethrowRefused);
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
function rethrowRefused(error: unknown): never {
  if (isNullRefused(error, "displays.token_hash")) throw noSuchCode();
  if (isNullRefused(error, "displays.customer_id"))
    throw new AppError("conflict", {
      message: `A customer has at most ${MAX_DISPLAYS_PER_CUSTOMER} displays; take one away first.`,
    });
  if (isForeignKeyRefused(error))
    throw new AppError("not_found", { message: "There is no such facility." });
  throw error;
}

const noSuchCode = () =>
  new AppError("validation_failed", {
    fields: { code: [{ code: "pairing_code" }] },
  });
