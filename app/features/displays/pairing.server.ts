/** How a screen comes to a display: it shows a code, and somebody enters the code. */
import { and, eq, gt, sql } from "drizzle-orm";
import { randomInt } from "node:crypto";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { displayFacilities, displayPairings, displays } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  CODE_MS,
  CODES_ENTERED,
  DISPLAY_TOKEN_PREFIX,
  isDisplayToken,
  PAIRINGS_PER_ADDRESS,
  parsePairingCode,
  requireDisplayManager,
} from "#app/domain/access/display.ts";
import { networkOf } from "#app/domain/access/limits.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_DISPLAYS_PER_CUSTOMER } from "#app/domain/limits.ts";
import { type AuditDeps, writeAudit } from "#app/platform/audit/write-audit.server.ts";
import { isForeignKeyRefused, isNullRefused } from "#app/platform/db-errors.ts";
import { sign } from "#app/platform/link-secret.server.ts";
import { refundLimit, consumeLimit } from "#app/platform/rate-limit.server.ts";
import type { Display, DisplaySettings } from "./display.ts";
import { displayTokenOf, requireDisplay, requireOneCustomer } from "./displays.server.ts";

type ScreenDeps = {
  db: Db;
  now: number;
  address: string | null;
  linkSecret: () => Promise<string>;
};

/** `code`: told here and never again. `token`: what the screen waits with; once paired it is worth the display's own, once. */
type Pairing = { code: string; token: string; expiresAt: number };

const hashPairingCode = (secret: string, code: string): string =>
  sign(secret, "display-code", code);

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(
    "",
  );
/** Two screens with one code would be one too many; of 64 million the second draw is free. */
const DRAWS = 3;

/** A new code for a screen. The token that it has been waiting with stays, so that a code entered this moment is not lost. */
export async function startPairing(
  deps: ScreenDeps,
  waitingToken: string | null,
): Promise<Pairing> {
  const { db, now, address } = deps;
  // Where the edge vouches for no address there is one machine, and everybody is one caller.
  const wait = await consumeLimit(deps, PAIRINGS_PER_ADDRESS, networkOf(address ?? ""));
  if (wait !== null)
    throw new AppError("too_many_requests", {
      message: "Too many screens ask for a code. Try again later.",
      retryAfterSeconds: wait,
    });
  const secret = await deps.linkSecret();
  const expiresAt = now + CODE_MS;
  for (let draw = 0; draw < DRAWS; draw++) {
    const code = newCode();
    const codeHash = hashPairingCode(secret, code);
    const known = await renew(db, waitingToken, { codeHash, expiresAt });
    if (known !== null) return { code, token: known, expiresAt };
    const token = DISPLAY_TOKEN_PREFIX + newToken();
    const added = await db
      .insert(displayPairings)
      .values({ tokenHash: sha256Hex(token), codeHash, createdAt: now, expiresAt })
      .onConflictDoNothing()
      .returning({ id: displayPairings.id });
    if (added.length === 1) return { code, token, expiresAt };
  }
  throw new AppError("unavailable");
}

/** The token, when a screen waits with it; null when none does. */
async function renew(
  db: Db,
  token: string | null,
  change: { codeHash: string; expiresAt: number },
): Promise<string | null> {
  if (token === null || !isDisplayToken(token)) return null;
  const rows = await db
    .update(displayPairings)
    .set(change)
    .where(eq(displayPairings.tokenHash, sha256Hex(token)))
    .returning({ id: displayPairings.id });
  return rows.length === 1 ? token : null;
}

/** Whether a screen waits with this token for a code that is still taken. */
export async function isWaiting(
  { db, now }: Pick<ScreenDeps, "db" | "now">,
  token: string | null,
): Promise<boolean> {
  if (token === null || !isDisplayToken(token)) return false;
  const row = await db
    .select({ expiresAt: displayPairings.expiresAt })
    .from(displayPairings)
    .where(eq(displayPairings.tokenHash, sha256Hex(token)))
    .get();
  return row !== undefined && row.expiresAt > now;
}

type PairDeps = AuditDeps & { actor: Actor; linkSecret: () => Promise<string> };

/**
 * Makes a display of the screen that shows the code: 403 for who may not, 422 for a code that is nobody's or too old,
 * 429 for who guesses, 409 beyond the limit of a customer. The screen gets a token of its own, so that one it was
 * handed before is worth nothing. What an OEM superuser pairs shows the machines of their make only.
 */
export async function pairDisplay(
  deps: PairDeps,
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
async function takeCode(deps: PairDeps, text: string): Promise<string> {
  const { db, now, actor } = deps;
  const who = String(actor.userId);
  const wait = await consumeLimit(deps, CODES_ENTERED, who);
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
  await refundLimit(deps, CODES_ENTERED, who);
  return found.tokenHash;
}

/** Entered twice in one moment: the first pairs it, and nothing of the second is kept. */
function rethrowRefused(error: unknown): never {
  if (isNullRefused(error, "displays.token_hash")) throw noSuchCode();
  if (isNullRefused(error, "displays.customer_id"))
    throw new AppError("conflict", {
      message: `A customer has at most ${MAX_DISPLAYS_PER_CUSTOMER} displays; take one away first.`,
      problem: { code: "limit", most: MAX_DISPLAYS_PER_CUSTOMER },
    });
  if (isForeignKeyRefused(error))
    throw new AppError("not_found", { message: "There is no such facility." });
  throw error;
}

const noSuchCode = () =>
  new AppError("validation_failed", {
    fields: { code: [{ code: "pairing_code" }] },
  });
