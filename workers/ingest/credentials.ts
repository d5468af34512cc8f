import { isSamplerKey } from "#app/domain/samplers/keys.ts";
import { unauthorized, unknownKey } from "./refusal.ts";

export type Scheme = "Bearer" | "Token" | "Basic";

/** Longer than any key with its scheme; a name before a Basic key may be long too. */
const MAX_HEADER_LENGTH = 4_096;

/**
 * The sampler key that a request carries, not yet checked. Basic is `any:KEY`: the key is the password.
 * `inQuery` takes InfluxDB 1.x's `u` and `p` too, where there is no Authorization. Throws a refusal.
 */
export function readKey(
  request: Request,
  schemes: readonly Scheme[],
  inQuery?: URLSearchParams,
): string {
  const authorization = request.headers.get("Authorization");
  const password = inQuery?.get("p") ?? null;
  const key =
    authorization === null && password !== null
      ? password
      : keyOfHeader(authorization, schemes, inQuery !== undefined);
  if (!isSamplerKey(key)) throw unknownKey();
  return key;
}

function keyOfHeader(
  authorization: string | null,
  schemes: readonly Scheme[],
  mayBeInQuery: boolean,
): string {
  const forms = schemes.map((name) =>
    name === "Basic" ? "Basic with the key as password" : `${name} <sampler key>`,
  );
  const wanted = `send Authorization: ${forms.join(" or ")}${mayBeInQuery ? ", or the parameters u and p" : ""}`;
  if (authorization === null) throw unauthorized(`There is no sampler key; ${wanted}.`);
  const blank = authorization.indexOf(" ");
  const given = authorization.slice(0, Math.max(0, blank)).toLowerCase();
  const scheme = schemes.find((name) => name.toLowerCase() === given);
  if (!scheme || authorization.length > MAX_HEADER_LENGTH)
    throw unauthorized(`The Authorization header has another form; ${wanted}.`);
  const rest = authorization.slice(blank + 1).trim();
  return scheme === "Basic" ? passwordOf(rest) : rest;
}

/** Of `name:password` in Base64; keys are ASCII, so the name's encoding does not matter. */
function passwordOf(encoded: string): string {
  let pair: string;
  try {
    pair = atob(encoded);
  } catch {
    throw unauthorized("The Authorization header's Basic credentials are not Base64.");
  }
  return pair.slice(pair.indexOf(":") + 1);
}
