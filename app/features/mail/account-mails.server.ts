/** The mails that tell somebody of their own account. */
import { composeMail, type MessageDraft } from "#app/domain/mail/compose.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { absoluteLink } from "./outbox.server.ts";

type Deps = { now: number; publicOrigin: string };
type Person = { email: string; firstName: string; locale: Locale | null };

/** `2026-11-19 15:00`: the same in both languages. */
const utcMinute = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace("T", " ");

export const composePasswordChanged = (
  { now, publicOrigin }: Deps,
  { email, firstName, locale }: Person,
): MessageDraft =>
  composeMail({
    template: "password_changed",
    to: email,
    locale,
    values: { name: firstName, when: utcMinute(now) },
    link: absoluteLink(publicOrigin, "/login/reset-password-request"),
  });

/** The link by which an invited person chooses their first password. */
export const composeAccountSetup = (
  { publicOrigin }: Deps,
  { email, firstName, locale }: Person,
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
  const values = { name: person.firstName, when: utcMinute(now), email };
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
  { firstName, email, locale }: Person,
  newEmail: string,
): MessageDraft =>
  composeMail({
    template: "email_changed_from",
    to: email,
    locale,
    values: { name: firstName, when: utcMinute(now), email: newEmail },
  });
