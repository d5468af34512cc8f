import { isAttemptAllowed, locksAccount, UNKNOWN_ADDRESS } from "#app/domain/access/lockout.ts";
import { toComparedAddress } from "#app/domain/mail/address.ts";
import { AppError } from "#app/domain/errors.ts";
import { countRefusal } from "#app/platform/audit/count-refusal.server.ts";
import { tellOfPerson, type Telling } from "./manage-access.server.ts";
import { openSession, type OpenedSession, type OpenSessionDeps } from "./open-session.server.ts";
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

export type SignInDeps = OpenSessionDeps & Pick<Telling, "accessChanged">;
export type SignInResult =
  | ({ status: "signed_in" } & OpenedSession)
  | { status: "authentication_failed" }
  | { status: "account_locked_too_many_attempts" }
  | { status: "too_many_requests"; retryAfterSeconds: number };

/** Signs in by e-mail and password. Unknown addresses, wrong passwords and disabled accounts are told apart by nothing. */
export async function signIn(deps: SignInDeps, input: SignInInput): Promise<SignInResult> {
  const { result, account } = await trySignIn(deps, input);
  if (result.status !== "signed_in")
    await countRefusal(
      { address: input.address ?? null, ...deps },
      { kind: "sign_in_refused", account, reason: result.status },
    );
  return result;
}

/** `account`: whose it is, where the address was anybody's. */
type Tried = { result: SignInResult; account: { id: number; customerId: number | null } | null };

async function trySignIn(deps: SignInDeps, input: SignInInput): Promise<Tried> {
  const address = input.address ?? UNKNOWN_ADDRESS;
  const waitSeconds = await reserveAddress(deps, address);
  if (waitSeconds !== null)
    return {
      result: { status: "too_many_requests", retryAfterSeconds: waitSeconds },
      account: null,
    };

  const reservation = await reserveAttempt(deps, toComparedAddress(input.email));
  const { account } = reservation;
  if (!isAttemptAllowed(reservation.attempts))
    return { result: { status: "account_locked_too_many_attempts" }, account };

  const matches = await verifyPassword(input.password, account?.passwordHash ?? null);
  if (!matches || account === null || account.status !== "active") {
    if (locksAccount(reservation.attempts)) {
      const locked = await lockAfterFailures(deps, reservation);
      if (locked) tellOfPerson(deps, locked);
    }
    return { result: { status: "authentication_failed" }, account };
  }

  if (!(await forgiveAccount(deps, account)))
    return { result: { status: "account_locked_too_many_attempts" }, account };
  await forgiveAddress(deps, address);
  try {
    // A reset may have come while the password was looked at; it ended all sessions, and this one must not outlive it.
    const { id: userId, passwordHash } = account;
    const opened = await openSession(
      { ...deps, address: input.address ?? null },
      { userId, passwordHash, userAgent: input.userAgent ?? null },
    );
    return { result: { status: "signed_in", ...opened }, account };
  } catch (error) {
    if (error instanceof AppError && error.code === "authentication_failed")
      return { result: { status: error.code }, account };
    throw error;
  }
}
