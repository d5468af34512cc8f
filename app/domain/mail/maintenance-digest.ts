/**
 * The mail that tells a person once a day which work on their machines falls due or is overdue: subject, plain text, HTML.
 * Days are those of the machine's plant. What people typed (names) stays on its line and is escaped in HTML.
 */
import { formatDate } from "#app/domain/formats/times.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { daysUntil } from "#app/domain/maintenance/due-days.ts";
import { escapeHtml, oneLine, type MessageDraft } from "./compose.ts";
import { SUPPORT_EMAIL } from "#app/domain/support.ts";
import { isMailAddress } from "./address.ts";
import { UNSUBSCRIBE_WORDS } from "./templates.ts";

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
  /** Absolute; asks for a quote of the parts. null: there are none to replace. */
  quoteLink: string | null;
};

export type DigestInput = {
  to: string;
  locale: Locale | null;
  name: string;
  items: readonly DigestItem[];
  now: number;
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
  days: (days: number) => string;
  left: (percent: number) => string;
  open: string;
  quote: string;
  again: string;
  snooze: string;
  stopCopy: string;
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
  days: (days) =>
    days > 0
      ? `in ${plural(days, "day", "days")}`
      : days < 0
        ? `${plural(-days, "day", "days")} overdue`
        : "today",
  left: (percent) => `${percent} % of its life left`,
  open: "Open",
  quote: "Request a parts quote",
  again: "What is overdue is told again every week until it is marked done.",
  snooze: "Snooze it to pause these mails.",
  stopCopy: `Your address is copied on these mails. To stop them, write to ${SUPPORT_EMAIL}.`,
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
  days: (days) =>
    days > 0
      ? `en ${plural(days, "día", "días")}`
      : days < 0
        ? `Vencido hace ${plural(-days, "día", "días")}`
        : "hoy",
  left: (percent) => `queda el ${percent} % de su vida`,
  open: "Abrir",
  quote: "Pedir cotización de repuestos",
  again: "Lo vencido se vuelve a avisar cada semana hasta que se marque como hecho.",
  snooze: "Pospóngalo para detener estos correos.",
  stopCopy: `Su dirección está en copia de estos correos. Para no recibirlos más, escriba a ${SUPPORT_EMAIL}.`,
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
  const again = unsubscribe ? `${words.again} ${words.snooze}` : words.again;
  const stop = UNSUBSCRIBE_WORDS[locale];
  const foot = unsubscribe
    ? {
        text: `${stop}:\n${unsubscribe.page}`,
        html: `<a href="${escapeHtml(unsubscribe.page)}">${escapeHtml(stop)}</a>`,
      }
    : { text: words.stopCopy, html: escapeHtml(words.stopCopy) };
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
    html: `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>${STYLE}</head>
<body>
<div class="page">
<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(intro)}</p>
${told.map(({ html }) => html).join("\n")}
<p class="faint">${escapeHtml(again)}</p>
<hr>
<p class="faint">${foot.html}</p>
</div>
</body></html>
`,
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
    words.days(days),
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

/** Mail programs that know no dark mode show the first part. */
const STYLE = `<style>
body{margin:0;background:#f4f5f7;color:#1a2230;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.page{max-width:560px;margin:0 auto;padding:24px 20px}
.item{background:#fff;border:1px solid #dde1e7;border-left:4px solid #b7791f;border-radius:8px;padding:14px 16px;margin:12px 0}
.overdue{border-left-color:#c02626}
.name{font-weight:600;overflow-wrap:anywhere}
.due{margin-top:4px}
.overdue .due{color:#b42020;font-weight:700}
.faint{color:#5a6675;font-size:14px}
.links{margin-top:10px}
a{color:#1f5fd0}
.button{display:inline-block;padding:8px 16px;margin-right:12px;border-radius:6px;background:#1f5fd0;color:#fff;text-decoration:none}
.link{display:inline-block;padding:8px 0}
.faint a{color:inherit}
hr{border:0;border-top:1px solid #dde1e7;margin:24px 0 12px}
@media (prefers-color-scheme:dark){
body{background:#0e1218;color:#e7ebf0}
.item{background:#171d26;border-color:#2b3442}
.due_soon{border-left-color:#d9a13b}
.overdue{border-left-color:#f07070}
.overdue .due{color:#ff8f8f}
.faint{color:#9aa7b8}
a{color:#8ab4ff}
.button{background:#2f6fe0;color:#fff}
hr{border-top-color:#2b3442}
}
</style>`;
