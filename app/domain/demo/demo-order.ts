/** Whether a request is in demo mode, by the cookie of its device (docs/decisions/019). For pages, /v1 and sockets alike. */
import { canUseDemoMode } from "#app/domain/access/permissions.ts";
import { readCookie } from "#app/domain/access/session-token.ts";
import type { Role } from "#app/domain/access/types.ts";
import { DEMO_COOKIE } from "#app/domain/preferences.ts";
import { SAMPLE_ORDERS } from "./sample-orders.ts";

/** Which sample order stands in for the customers', from 0; null outside of demo mode. Only a superuser's cookie is believed. */
export function demoOrderOf(cookieHeader: string | null, actor: { role: Role }): number | null {
  const kept = readCookie(cookieHeader, DEMO_COOKIE);
  return canUseDemoMode(actor) && kept !== null && /^\d$/.test(kept)
    ? Number(kept) % SAMPLE_ORDERS
    : null;
}
