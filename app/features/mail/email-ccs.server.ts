/** The people who are copied on notification mails; superusers keep the list. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { emailCcs, users } from "#app/db/schema/index.ts";
import type { Actor, Role } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_EMAIL_CCS } from "#app/domain/limits.ts";
import { toComparedAddress } from "#app/domain/mail/address.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import type { EmailCc } from "./email-cc.ts";

type Read = { db: Db; actor: Actor };
type Write = AuditDeps & { actor: Actor };
type Fields = { name: string; team: string; email: string };

const noSuchEntry = () => new AppError("not_found", { message: "There is no such entry." });

function requireKeeper({ role }: Actor): void {
  if (role !== "superuser") throw new AppError("forbidden");
}

export async function listEmailCcs({ db, actor }: Read): Promise<EmailCc[]> {
  requireKeeper(actor);
  return db.select().from(emailCcs).orderBy(asc(emailCcs.name), asc(emailCcs.id)).all();
}

export async function getEmailCc({ db, actor }: Read, id: number): Promise<EmailCc> {
  requireKeeper(actor);
  const found = await db.select().from(emailCcs).where(eq(emailCcs.id, id)).get();
  if (!found) throw noSuchEntry();
  return found;
}

/** Who may look after a fleet; others are copied when somebody types their address. */
const OFFERED_ROLES: Role[] = ["superuser", "oem_superuser", "admin"];

/** Addresses of the provider's staff and of admins, as far as they are active and not in the list yet. */
export async function listPotentialEmails({ db, actor }: Read): Promise<string[]> {
  requireKeeper(actor);
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.status, "active"),
        inArray(users.role, OFFERED_ROLES),
        sql`${users.email} not in (select email from email_ccs)`,
      ),
    )
    .orderBy(asc(users.email));
  return rows.map(({ email }) => email);
}

export async function addEmailCc(deps: Write, input: Fields): Promise<EmailCc> {
  const { db, now, actor } = deps;
  requireKeeper(actor);
  const row = { ...input, email: toComparedAddress(input.email) };
  const room = sql`(select count(*) from email_ccs) < ${MAX_EMAIL_CCS}`;
  const adding = db.batch([
    db
      .insert(emailCcs)
      .values({ ...row, name: onlyIf(room, row.name), createdAt: now })
      .returning(),
    writeAudit(deps, {
      actor,
      action: "email_cc.created",
      subject: { type: "email_cc", id: sql<number>`last_insert_rowid()` },
      customerId: null,
      after: row,
    }),
  ]);
  const [[added]] = await adding.catch(rethrowRefused);
  if (!added) throw new Error("the entry was not inserted");
  return added;
}

/** What is left out stays. */
export async function changeEmailCc(
  deps: Write,
  id: number,
  input: Partial<Fields>,
): Promise<EmailCc> {
  const row = await getEmailCc(deps, id);
  const change = {
    ...input,
    ...(input.email === undefined ? {} : { email: toComparedAddress(input.email) }),
  };
  const changed = await changeRow(deps, {
    table: emailCcs,
    row,
    change,
    audit: { action: "email_cc.updated", customerId: null },
  }).catch(rethrowRefused);
  if (changed.kind === "refused") throw noSuchEntry();
  return { ...row, ...change };
}

/** 404 where somebody deleted it already. Answers what it was called, for the toast. */
export async function deleteEmailCc(
  deps: Write,
  id: number,
): Promise<{ id: number; name: string }> {
  const { db, actor } = deps;
  const row = await getEmailCc(deps, id);
  const deleting = db.batch([
    db.delete(emailCcs).where(eq(emailCcs.id, id)),
    writeAudit(deps, {
      actor,
      action: "email_cc.deleted",
      subject: { type: "email_cc", id },
      customerId: null,
      before: { name: row.name, team: row.team, email: row.email },
      mustChange: true,
    }),
  ]);
  await deleting.catch(unlessUnchanged(noSuchEntry));
  return { id, name: row.name };
}

function rethrowRefused(error: unknown): never {
  if (isTaken(error, "email_ccs.email"))
    throw new AppError("validation_failed", {
      message: "The address is in the list already.",
      fields: { email: [{ code: "taken" }] },
    });
  if (isNullRefused(error, "email_ccs.name"))
    throw new AppError("conflict", {
      message: `The list has at most ${MAX_EMAIL_CCS} entries.`,
      problem: { code: "limit", most: MAX_EMAIL_CCS },
    });
  throw error;
}
