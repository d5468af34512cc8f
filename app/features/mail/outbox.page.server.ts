/** The outbox of local mode, where no message leaves the machine. Anywhere else it does not exist. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { maskAnswer } from "#app/domain/demo/mask-answer.ts";
import { escapeHtml } from "#app/domain/mail/mail-page.ts";
import { readLocalOutbox, type OutboxMessage } from "./list-outbox.server.ts";
import { texts as english } from "./texts.en.ts";
import { texts as spanish } from "./texts.es.ts";
import * as en from "#app/locales/en/core.ts";
import * as es from "#app/locales/es/core.ts";
import { getDeps } from "#app/platform/context.server.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { isLoopbackHost, isLoopbackRequest } from "#app/platform/loopback.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { findUser } from "#app/pages/guards.server.ts";

type Args = { request: Request; context: AppLoadContext };

/**
 * Its messages hold links that open accounts. So only this machine reads them: by a loopback Host, which a page of
 * another site that pretends to be ours (DNS rebinding) does not send; and where Helios listens for other machines,
 * whose Host is their own word, for a superuser only.
 */
async function requireLocalOutbox(args: Args): Promise<OutboxMessage[]> {
  const { env, db } = getDeps(args.context, args.request);
  const user = await findUser(args);
  const isOpen =
    env.HELIOS_MODE === "local" &&
    isLoopbackRequest(args.request) &&
    (isLoopbackHost(env.HELIOS_HOST ?? "") || user?.role === "superuser");
  if (!isOpen) throw new Response("Not found", { status: 404 });
  const messages = await readLocalOutbox(db);
  const masking = user && (await findMasking(args.request, user));
  // Here and not by the page's data, which its HTML does not have.
  return masking === null ? messages : (maskAnswer(messages, masking, "outbox") as OutboxMessage[]);
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export async function answerOutboxJson(args: Args): Promise<Response> {
  const messages = await requireLocalOutbox(args);
  const data = messages.map(
    ({
      id,
      channel,
      to,
      locale,
      template,
      subject,
      text,
      html,
      headers,
      status,
      attempts,
      createdAt,
      sentAt,
    }) => ({
      id,
      channel,
      to,
      locale,
      template,
      subject,
      text,
      html,
      headers,
      status,
      attempts,
      created_at: iso(createdAt),
      sent_at: iso(sentAt),
    }),
  );
  return Response.json({ data }, { headers: { "Cache-Control": "no-store" } });
}

/** Plain on purpose: it is a tool of whoever tries Helios out. */
export async function answerOutboxPage(args: Args): Promise<Response> {
  const { request, context } = args;
  const messages = await requireLocalOutbox(args);
  const locale = await negotiateLocale(request, null);
  const { outbox: words } = { en: english, es: spanish }[locale];
  const { nav } = { en, es }[locale].common;
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${nav.messages}</title>
<style nonce="${context.cspNonce}">${STYLE}</style></head>
<body>
<main>
<h1>${nav.messages}</h1><p>${words.localLead} <a href="/dev/outbox.json">${words.asJson}</a></p>
${messages.map((message) => toArticle(message, words.textMessage)).join("\n") || `<p>${words.empty_sent}</p>`}
</main>
</body></html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #ccc}h2{font-size:1.1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}h2,p{overflow-wrap:anywhere}";
const LINK = /https?:\/\/[^\s<>"'&]+/g;

function toArticle(
  { channel, to, subject, text, template, status, createdAt }: OutboxMessage,
  textMessage: string,
): string {
  const words = escapeHtml(text).replace(LINK, (href) => `<a href="${href}">${href}</a>`);
  const title = channel === "sms" ? textMessage : subject;
  return `<article><h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(to)} · ${escapeHtml(template)} · ${status} · ${new Date(createdAt).toISOString()}</p><pre>${words}</pre></article>`;
}
