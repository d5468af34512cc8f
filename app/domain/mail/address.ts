/**
 * E-mail addresses, by one rule for forms, /v1 and use cases. The local part is ASCII, because not every server takes
 * another one; a domain may be written in any script and is kept as IDNA's ASCII form, so that one mailbox has one
 * spelling. Quoted local parts, comments and address literals are refused, though RFC 5322 has them.
 */
import { z } from "zod";

/** RFC 5321: what a path may hold, and a local part. */
export const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 253;

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
/** What a URL's host would read as something else than a part of a name. */
const NOT_IN_DOMAIN =
  /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff%/?#@:\\[\]<>^|"'`{},;()*!$&+=~_]/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A top-level domain has letters; `1.2.3.4` is an address of another kind. */
const LETTER = /[a-z]/;

/** The address in its one spelling: lower case, the domain in ASCII. Null when it is none. */
export function parseMailAddress(text: string): string | null {
  if (text.length > 4 * MAX_ADDRESS_LENGTH) return null;
  const trimmed = text.trim();
  const at = trimmed.indexOf("@");
  if (at < 1) return null;
  // Not in lower case yet: that would make an ASCII k of the sign for kelvin.
  const given = trimmed.slice(0, at);
  if (given.length > MAX_LOCAL_LENGTH || !LOCAL.test(given)) return null;
  const local = given.toLowerCase();
  if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) return null;
  const domain = toAsciiDomain(trimmed.slice(at + 1));
  const address = `${local}@${domain}`;
  return domain === null || address.length > MAX_ADDRESS_LENGTH ? null : address;
}

export const isMailAddress = (text: string): boolean => parseMailAddress(text) !== null;

/** How an address is compared that somebody typed: in its one spelling, or as it is when it is none. */
export const toComparedAddress = (text: string): string =>
  parseMailAddress(text) ?? text.trim().toLowerCase();

function toAsciiDomain(text: string): string | null {
  if (NOT_IN_DOMAIN.test(text)) return null;
  let host: string;
  try {
    host = new URL(`http://${text}`).hostname;
  } catch {
    return null;
  }
  const labels = host.split(".");
  const isName =
    host.length <= MAX_DOMAIN_LENGTH &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    LETTER.test(labels.at(-1)!);
  return isName ? host : null;
}

/** A field of a form or of /v1; what is wrong with it is a problem's code. */
export const mailAddress = () =>
  z
    .string()
    .trim()
    .min(1, { error: "required", abort: true })
    .refine(isMailAddress, "email")
    .meta({ format: "email", maxLength: MAX_ADDRESS_LENGTH });
