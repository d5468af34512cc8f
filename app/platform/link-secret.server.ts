import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { settings } from "#app/db/schema/index.ts";
import { newToken } from "#app/db/secrets.ts";

const SETTING = "link_secret";

/** The secret of this installation. Locally it is drawn once and kept in D1; anywhere else it must be set. */
export async function requireLinkSecret(
  db: Db,
  env: { LINK_SECRET?: string; HELIOS_MODE: string },
): Promise<string> {
  if (env.LINK_SECRET) return env.LINK_SECRET;
  if (env.HELIOS_MODE !== "local")
    throw new Error("LINK_SECRET is not set; docs/deploy.md says how");
  const read = () =>
    db.select({ value: settings.value }).from(settings).where(eq(settings.key, SETTING)).get();
  const known = await read();
  if (known) return known.value;
  await db.insert(settings).values({ key: SETTING, value: newToken() }).onConflictDoNothing();
  const drawn = await read();
  if (!drawn) throw new Error("the link secret was not kept");
  return drawn.value;
}

/** HMAC-SHA-256, base64url, by a key of its own for each purpose, so that no signature serves another. */
export function sign(secret: string, purpose: string, text: string): string {
  const key = createHmac("sha256", secret).update(`helios/${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

export function isSignedBy(
  signature: string,
  secret: string,
  purpose: string,
  text: string,
): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(secret, purpose, text))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
