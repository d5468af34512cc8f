import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";

/** `scopes`: of an API token, which may do no more; null: a session, which may do all that its user may. */
export type Caller = {
  actor: Actor;
  user: SignedInUser;
  scopes: readonly ApiScope[] | null;
  /** Of a service account: this minute's calls, this one among them. */
  calls?: { most: number; made: number; secondsLeft: number };
};
