/**
 * The mail that tells a person once a day which work on their machines falls due or is overdue: subject, plain text, HTML.
 * Days are those of the machine's plant. What people typed (names) stays on its line and is escaped in HTML.
 */
import { formatDate } from "#app/domain/formats/times.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { daysUntil } from "#app/domain/maintenance/due-days.ts";
import { oneLine, type MessageDraft } from "./compose.ts";
import { isMailAddress } from "./address.ts";
import { escapeHtml, mailPage } from "./mail-page.ts";
import { COPIED_WORDS, UNSUBSCRIBE_WORDS } from "./templates.ts";

export type DigestItem = {
  name: string;
  machine: string;
  facility: string;
  timezone: string;
  status: "due_soon" | "overdue";
  /** Unix milliseconds. */
  recommendedDate: number;
  /** Percent of life left; null while nobody knows. */
  percentLeft: number | null;
  /** Absolute; opens the maintenance. */
  link: string;
  /** Absolute; asks for a quote of the parts. null: there are none that somebody sells. */
  quoteLink: string | null;
};

export type DigestInput = {
  to: string;
  locale: Locale | null;
  name: string;
  items: readonly DigestItem[];
  now: number;
  /** Whether the reader may snooze work: it is said only to them how to pause these mails. */
  canSnooze: boolean;
  /** null: a copy for somebody who is no user, and is taken off the list by who put them on it. */
  unsubscribe: { page: string; oneClick: string } | null;
};

type Words = {
  subject: (overdue: number, soon: number) => string;
  hello: (name: string) => string;
  intro: string;
  introOfCopy: string;
  overdue: string;
  due_soon: string;
  days: (days: number, status: DigestItem["status"]) => string;
  left: (percent: number) => string;
  open: string;
  quote: string;
  again: string;
  snooze: string;
};

const en: Words = {
  subject: (overdue, soon) =>
    overdue > 0
      ? `Maintenance: ${overdue} overdue${soon > 0 ? `, ${soon} due soon` : ""}`
      : `Maintenance: ${soon} due soon`,
  hello: (name) => `Hello ${name},`,
  intro: "This work on your machines is overdue or due soon:",
  introOfCopy: "This work is overdue or due soon:",
  overdue: "Overdue",
  due_soon: "Due soon",
  days: (days, status) =>
    days > 0
      ? `in ${plural(days, "day", "days")}`
      : days < 0
        ? `${plural(-days, "day", "days")} overdue`
        : status === "overdue"
          ? "since today"
          : "today",
  left: (percent) => `${percent}% of its life left`,
  open: "Open",
  quote: "Request a parts quote",
  again: "What is overdue is told again every week until it is marked done.",
  snooze: "Snooze it to pause these mails.",
};

const es: Words = {
  subject: (overdue, soon) =>
    overdue > 0
      ? `Mantenimiento: ${plural(overdue, "vencido", "vencidos")}${soon > 0 ? `, ${plural(soon, "próximo", "próximos")}` : ""}`
      : `Mantenimiento: ${plural(soon, "próximo", "próximos")}`,
  hello: (name) => `Hola, ${name}:`,
  intro: "Estos trabajos en sus máquinas están vencidos o próximos:",
  introOfCopy: "Estos trabajos están vencidos o próximos:",
  overdue: "Vencido",
  due_soon: "Próximo",
  days: (days, status) =>
    days > 0
      ? `en ${plural(days, "día", "días")}`
      : days < 0
        ? `Vencido hace ${plural(-days, "día", "días")}`
        : status === "overdue"
          ? "desde hoy"
          : "hoy",
  left: (percent) => `queda el ${percent} % de su vida`,
  open: "Abrir",
  quote: "Pedir cotización de repuestos",
  again: "Lo vencido se vuelve a avisar cada semana hasta que se marque como hecho.",
  snooze: "Pospóngalo para detener estos correos.",
};

const WORDS: Record<Locale, Words> = { en, es };

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export function composeMaintenanceDigest(input: DigestInput): MessageDraft {
  const { to, now, unsubscribe } = input;
  if (!isMailAddress(to)) throw new Error("a mail needs one plain address");
  const locale = input.locale ?? FALLBACK_LOCALE;
  const words = WORDS[locale];
  const items = [...input.items].sort(
    (a, b) => a.recommendedDate - b.recommendedDate || a.name.localeCompare(b.name),
  );
  const overdue = items.filter(({ status }) => status === "overdue").length;
  const told = items.map((item) => tell(item, words, locale, now));
  const subject = words.subject(overdue, items.length - overdue);
  const hello = words.hello(oneLine(input.name));
  const intro = unsubscribe ? words.intro : words.introOfCopy;
  const again = input.canSnooze ? `${words.again} ${words.snooze}` : words.again;
  const stop = UNSUBSCRIBE_WORDS[locale];
  const foot = unsubscribe
    ? {
        text: `${stop}:\n${unsubscribe.page}`,
        html: `<a href="${escapeHtml(unsubscribe.page)}">${escapeHtml(stop)}</a>`,
      }
    : { text: COPIED_WORDS[locale], html: escapeHtml(COPIED_WORDS[locale]) };
  return {
    channel: "mail",
    to,
    locale,
    template: "maintenance_digest",
    subject,
    text:
      [hello, intro, ...told.map(({ lines }) => lines.join("\n")), again, `--\n${foot.text}`].join(
        "\n\n",
      ) + "\n",
    html: mailPage(locale, {
      title: subject,
      body: [
        `<p>${escapeHtml(hello)}</p>`,
        `<p>${escapeHtml(intro)}</p>`,
        ...told.map(({ html }) => html),
        `<p class="faint">${escapeHtml(again)}</p>`,
      ].join("\n"),
      foot: foot.html,
    }),
    headers: unsubscribe
      ? {
          "List-Unsubscribe": `<${unsubscribe.oneClick}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {},
  };
}

function tell(item: DigestItem, words: Words, locale: Locale, now: number) {
  const { status, timezone, recommendedDate, percentLeft } = item;
  const name = oneLine(item.name);
  const place = `${oneLine(item.machine)} · ${oneLine(item.facility)}`;
  const days = daysUntil(recommendedDate, now, timezone);
  const due = [
    // "9 days overdue" says it already.
    ...(days < 0 ? [] : [words[status]]),
    words.days(days, status),
    formatDate(locale, recommendedDate, timezone),
  ].join(" · ");
  const left = percentLeft === null ? null : words.left(Math.round(percentLeft));
  const links = [
    { label: words.open, href: item.link },
    ...(item.quoteLink === null ? [] : [{ label: words.quote, href: item.quoteLink }]),
  ];
  return {
    lines: [
      `* ${name}`,
      `  ${place}`,
      `  ${due}`,
      ...(left === null ? [] : [`  ${left}`]),
      ...links.map(({ label, href }) => `  ${label}: ${href}`),
    ],
    html: `<div class="item ${status}">
<div class="name">${escapeHtml(name)}</div>
<div class="faint">${escapeHtml(place)}</div>
<div class="due">${escapeHtml(due)}</div>
${left === null ? "" : `<div class="faint">${escapeHtml(left)}</div>`}
<div class="links">${links.map(({ label, href }, index) => `<a class="${index === 0 ? "button" : "link"}" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join(" ")}</div>
</div>`,
  };
}
