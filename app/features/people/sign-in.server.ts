import { isAttemptAllowed, locksAccount, UNKNOWN_ADDRESS } from "#app/domain/access/lockout.ts";
import { AppError } from "#app/domain/errors.ts";
import type { AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { openSession, type OpenedSession } from "./open-session.server.ts";
import { verifyPassword } from "#app/db/secrets.ts";
import {
  forgiveAccount,
  forgiveAddress,
  lockAfterFailures,
  reserveAddress,
  reserveAttempt,
} from "./sign-in-attempts.server.ts";

export type SignInInput = {
  email: string;
  password: string;
  userAgent?: string | null;
  /** The client's network address as the edge saw it; null when nobody said it who can be believed. */
  address?: string | null;
};

export type SignInResult =
  | ({ status: "signed_in" } & OpenedSession)
  | { status: "authentication_failed" }
  | { status: "account_locked_too_many_attempts" }
  | { status: "too_many_requests"; retryAfterSeconds: number };

/** Signs in by e-mail and password. Unknown addresses, wrong passwords and disabled accounts are told apart by nothing. */
export async function signIn(deps: AuditDeps, input: SignInInput): Promise<SignInResult> {
  const address = input.address ?? UNKNOWN_ADDRESS;
  const waitSeconds = await reserveAddress(deps, address);
  if (waitSeconds !== null) return { status: "too_many_requests", retryAfterSeconds: waitSeconds };

  const reservation = await reserveAttempt(deps, input.email.trim().toLowerCase());
  if (!isAttemptAllowed(reservation.attempts))
    return { status: "account_locked_too_many_attempts" };

  const { account } = reservation;
  const matches = await verifyPassword(input.password, account?.passwordHash ?? null);
  if (!matches || account === null || account.status !== "active") {
    if (locksAccount(reservation.attempts)) await lockAfterFailures(deps, reservation);
    return { status: "authentication_failed" };
  }

  if (!(await forgiveAccount(deps, account))) return { status: "account_locked_too_many_attempts" };
  await forgiveAddress(deps, address);
  try {
    // A reset may have come while the password was looked at; it ended all sessions, and this one must not outlive it.
    const { id: userId, passwordHash } = account;
    const opened = await openSession(
      { ...deps, address: input.address ?? null },
      { userId, passwordHash, userAgent: input.userAgent ?? null },
    );
    return { status: "signed_in", ...opened };
  } catch (error) {
    if (error instanceof AppError && error.code === "authentication_failed")
      return { status: error.code };
    throw error;
  }
}
