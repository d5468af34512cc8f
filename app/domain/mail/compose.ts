/**
 * From a template to a message: subject, plain text and HTML. What people typed (names, addresses) is
 * escaped in HTML and can begin no line of its own in a header.
 */
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { isMailAddress } from "./address.ts";
import { SUPPORT_URL } from "#app/domain/support.ts";
import { escapeHtml, mailPage } from "./mail-page.ts";
import {
  COPIED_WORDS,
  MAIL_KINDS,
  MAIL_WORDS,
  PHONE_CODE_WORDS,
  UNSUBSCRIBE_WORDS,
  type MailTemplate,
} from "./templates.ts";

export type MessageDraft = {
  channel: "mail" | "sms" | "sap";
  to: string;
  locale: Locale;
  template: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
};

export type MailInput = {
  template: MailTemplate;
  to: string;
  locale: Locale | null;
  values: Record<string, string>;
  /** Where the mail's one link leads; absolute. */
  link?: string;
  /** Lines below the first paragraphs, such as a list of what happened. */
  lines?: readonly string[];
  /**
   * Needed by notifications: the page, and the address that mail programs post to (RFC 8058). null: to somebody who is
   * no user, and is taken off the list by who put them on it.
   */
  unsubscribe?: { page: string; oneClick: string } | null;
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Text that stays on its line. */
export const oneLine = (text: string): string => text.replace(CONTROL, " ").trim();

export function composeMail({
  template,
  to,
  locale,
  values,
  link,
  lines = [],
  unsubscribe,
}: MailInput): MessageDraft {
  if (!isMailAddress(to)) throw new Error("a mail needs one plain address");
  if (MAIL_KINDS[template] === "notification" && unsubscribe === undefined)
    throw new Error("a notification needs its way out");
  const language = locale ?? FALLBACK_LOCALE;
  const words = MAIL_WORDS[language][template];
  const fill = (text: string) => fillIn(text, { support: SUPPORT_URL, ...values });
  const before = [...words.before.map(fill), ...lines.map(oneLine)];
  const after = words.after.map(fill);
  const button =
    link === undefined || words.link === undefined ? null : { label: words.link, href: link };
  const isCopy = MAIL_KINDS[template] === "notification" && unsubscribe === null;
  const foot = unsubscribe
    ? { label: UNSUBSCRIBE_WORDS[language], href: unsubscribe.page }
    : isCopy
      ? COPIED_WORDS[language]
      : null;
  const asText = ({ label, href }: Link) => `${label}:\n${href}`;
  return {
    channel: "mail",
    to,
    locale: language,
    template,
    subject: fill(words.subject),
    text:
      [
        ...before,
        ...(button ? [asText(button)] : []),
        ...after,
        ...(foot ? [`--\n${typeof foot === "string" ? foot : asText(foot)}`] : []),
      ].join("\n\n") + "\n",
    html: toHtml(language, fill(words.subject), before, button, after, foot),
    headers: unsubscribe
      ? {
          "List-Unsubscribe": `<${unsubscribe.oneClick}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {},
  };
}

export const composePhoneCode = (to: string, locale: Locale | null, code: string): MessageDraft => {
  const language = locale ?? FALLBACK_LOCALE;
  const text = fillIn(PHONE_CODE_WORDS[language], { code });
  return {
    channel: "sms",
    to,
    locale: language,
    template: "phone_code",
    subject: "",
    text,
    html: null,
    headers: {},
  };
};

type Link = { label: string; href: string };

function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => oneLine(values[name] ?? ""));
}

function toHtml(
  locale: Locale,
  title: string,
  before: string[],
  button: Link | null,
  after: string[],
  foot: Link | string | null,
): string {
  const paragraph = (inner: string) => `<p>${inner}</p>`;
  const anchor = ({ label, href }: Link, name = "") =>
    `<a${name} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  const body = [
    ...before.map((text) => paragraph(escapeHtml(text))),
    ...(button ? [paragraph(anchor(button, ' class="button"'))] : []),
    ...after.map((text) => paragraph(escapeHtml(text))),
  ].join("\n");
  const below = typeof foot === "string" ? escapeHtml(foot) : foot && anchor(foot);
  return mailPage(locale, { title, body, foot: below });
}
