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

/** To the old address, which may be the only one that the person still reads, and to the new one. */
export const composeEmailChanged = (
  { now, publicOrigin }: Deps,
  person: Person,
  newEmail: string,
): MessageDraft[] => {
  const values = { name: person.firstName, when: utcMinute(now), email: newEmail };
  const { locale } = person;
  return [
    composeMail({ template: "email_changed_from", to: person.email, locale, values }),
    composeMail({
      template: "email_changed_to",
      to: newEmail,
      locale,
      values,
      link: absoluteLink(publicOrigin, "/login"),
    }),
  ];
};
