/** The outbox as /v1 answers it to superusers: never a message's words. */
import { z } from "zod";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { LOCALES } from "#app/domain/preferences.ts";
import type { OutboxRow } from "./list-outbox.server.ts";

export const outboxQuery = z.object({
  status: z.enum(["queued", "sent", "failed", "dead"]).optional(),
  before: rowIdField.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const outboxRowJson = z.object({
  id: z.int(),
  channel: z.enum(["mail", "sms", "sap"]),
  to: z.string(),
  locale: z.enum(LOCALES),
  template: z.string(),
  subject: z.string(),
  status: z.enum(["queued", "sent", "failed", "dead"]),
  attempts: z.int(),
  last_error: z.string().nullable(),
  provider_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});

export const toOutboxRowJson = (row: OutboxRow): z.input<typeof outboxRowJson> => ({
  id: row.id,
  channel: row.channel,
  to: row.to,
  locale: row.locale,
  template: row.template,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  last_error: row.lastError,
  provider_id: row.providerId,
  created_at: new Date(row.createdAt).toISOString(),
  sent_at: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
});
