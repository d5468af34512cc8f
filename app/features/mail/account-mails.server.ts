/** The mails that tell somebody of their own account. */
import { composeMail, type MessageDraft } from "#app/domain/mail/compose.ts";
import { formatDateTime, formatZone } from "#app/domain/formats/times.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { absoluteLink } from "./outbox.server.ts";

type Deps = { now: number; publicOrigin: string };
type Person = {
  email: string;
  firstName: string;
  locale: Locale | null;
  timeZone: string | null;
};

/** In the person's own zone, else UTC, with its name. */
function whenOf(ms: number, { locale, timeZone }: Person): string {
  const [language, zone] = [locale ?? FALLBACK_LOCALE, timeZone ?? "UTC"];
  return `${formatDateTime(language, ms, zone)} ${formatZone(language, ms, zone)}`;
}

export const composePasswordChanged = ({ now, publicOrigin }: Deps, person: Person): MessageDraft =>
  composeMail({
    template: "password_changed",
    to: person.email,
    locale: person.locale,
    values: { name: person.firstName, when: whenOf(now, person) },
    link: absoluteLink(publicOrigin, "/login/reset-password-request"),
  });

/** The link by which an invited person chooses their first password. */
export const composeAccountSetup = (
  { publicOrigin }: Deps,
  { email, firstName, locale }: Omit<Person, "timeZone">,
  token: string,
): MessageDraft =>
  composeMail({
    template: "account_setup",
    to: email,
    locale,
    values: { name: firstName },
    link: absoluteLink(publicOrigin, `/login/setup-account/${token}`),
  });

/** A link to the new address, and word of it to the old one, which may be the only one that the person still reads. */
export const composeEmailLink = (
  { now, publicOrigin }: Deps,
  person: Person,
  { email, token }: { email: string; token: string },
): MessageDraft[] => {
  const values = { name: person.firstName, when: whenOf(now, person), email };
  const { locale } = person;
  return [
    composeMail({
      template: "email_change_link",
      to: email,
      locale,
      values,
      link: absoluteLink(publicOrigin, `/login/confirm-email/${token}`),
    }),
    composeMail({
      template: "email_change_asked",
      to: person.email,
      locale,
      values,
      link: absoluteLink(publicOrigin, "/account"),
    }),
  ];
};

/** To the old address, once the new one is in force. */
export const composeEmailChanged = (
  { now }: Deps,
  person: Person,
  newEmail: string,
): MessageDraft =>
  composeMail({
    template: "email_changed_from",
    to: person.email,
    locale: person.locale,
    values: { name: person.firstName, when: whenOf(now, person), email: newEmail },
  });
