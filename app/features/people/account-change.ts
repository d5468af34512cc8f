/** What somebody may change of their own account, checked (spec 002 §5). Fields by their /v1 names. */
import type { FieldErrors } from "#app/domain/errors.ts";
import { parseMailAddress } from "#app/domain/mail/address.ts";
import { lineProblem } from "#app/domain/one-line.ts";
import { parsePhone } from "#app/domain/phone.ts";
import type { Country } from "#app/domain/places.ts";
import { isLocale, LOCALES, type Locale } from "#app/domain/preferences.ts";
import { isTimeZone } from "#app/domain/formats/time-zones.ts";

export type AccountChange = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  notificationsEmail?: boolean | undefined;
  /** null: as the browser says. */
  locale?: string | null | undefined;
  /** IANA name; null: the facility's own. */
  timeZone?: string | null | undefined;
  currentPassword?: string | undefined;
  password?: string | undefined;
  passwordConfirmation?: string | undefined;
  /** With a new password: the own API tokens end too. */
  endApiTokens?: boolean | undefined;
  /** null: a new address that waits for its link is withdrawn. */
  pendingEmail?: null | undefined;
};

export type CheckedChange = {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string | null;
  locale?: Locale | null;
  timeZone?: string | null;
};

const MAX_NAME = 100;

/** `country`: of the person's customer, for the phone. */
export function readAccountChange(
  input: AccountChange,
  country: Country | null,
): {
  change: CheckedChange;
  errors: FieldErrors;
} {
  const errors: FieldErrors = {};
  const change: CheckedChange = {};
  const name = (field: string, text: string | undefined): string | undefined => {
    const value = text?.trim();
    if (value === "") errors[field] = [{ code: "required" }];
    else if (value !== undefined && value.length > MAX_NAME)
      errors[field] = [{ code: "too_long", most: MAX_NAME }];
    else if (value !== undefined) {
      const problem = lineProblem(value);
      if (problem !== null) errors[field] = [problem];
    }
    return value;
  };
  const firstName = name("first_name", input.firstName);
  const lastName = name("last_name", input.lastName);
  if (firstName !== undefined) change.firstName = firstName;
  if (lastName !== undefined) change.lastName = lastName;

  const email = input.email === undefined ? undefined : parseMailAddress(input.email);
  if (input.email?.trim() === "") errors["email"] = [{ code: "required" }];
  else if (email === null) errors["email"] = [{ code: "email" }];
  else if (email !== undefined) change.email = email;

  if (input.phone !== undefined) readPhone(input.phone, country, change, errors);
  if (input.locale !== undefined) {
    if (input.locale === null || isLocale(input.locale)) change.locale = input.locale;
    else errors["locale"] = [{ code: "one_of", values: LOCALES.join(", ") }];
  }
  if (input.timeZone !== undefined) {
    if (input.timeZone === null || isTimeZone(input.timeZone)) change.timeZone = input.timeZone;
    else errors["time_zone"] = [{ code: "zone_name" }];
  }
  return { change, errors };
}

/** The account form requires a number; a script may take it away with null. */
function readPhone(
  phone: string | null,
  country: Country | null,
  change: CheckedChange,
  errors: FieldErrors,
): void {
  const parsed = phone === null ? null : parsePhone(phone, country);
  if (parsed === null) change.phone = null;
  else if (parsed.kind === "number") change.phone = parsed.phone;
  else errors["phone"] = [{ code: parsed.kind === "empty" ? "required" : "phone" }];
}
