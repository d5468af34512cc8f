import { data, redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import {
  CONSENT_COOKIE,
  CONSENT_GIVEN,
  DEMO_COOKIE,
  LANGUAGE_COOKIE,
  THEME_COOKIE,
  isLocale,
  isTheme,
  preferenceCookie,
  type Locale,
} from "#app/domain/preferences.ts";
import { ELSEWHERE } from "#app/features/shell/elsewhere.ts";
import { updateAccount } from "#app/features/people/update-account.server.ts";
import { LOST } from "#app/kit/forms/read-again.ts";
import { findUser, refuseForeignForms, requireSession } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const loader = () => redirect("/account");

/**
 * Choices of this device, kept in cookies, so that it works for anyone; the language goes with the account of whoever
 * is signed in. A call from a page's script is not led on.
 */
export async function action(args: ActionFunctionArgs) {
  refuseForeignForms(args);
  const { request } = args;
  const form = await readForm(request);
  if (form.has(ELSEWHERE)) return data({ ok: true });
  const headers = new Headers();
  const keep = (name: Parameters<typeof preferenceCookie>[0], value: string) =>
    headers.append(
      "Set-Cookie",
      preferenceCookie(name, value, new URL(request.url).protocol === "https:"),
    );
  const [language, theme, demo] = [form.get("language"), form.get("theme"), form.get("demo")];
  if (isLocale(language)) keep(LANGUAGE_COOKIE, language);
  if (isLocale(language)) await keepWithAccount(args, language);
  if (isTheme(theme)) keep(THEME_COOKIE, theme);
  if (demo === "on" || demo === "off") keep(DEMO_COOKIE, demo === "on" ? "0" : "");
  if (form.get("cookies") === CONSENT_GIVEN) keep(CONSENT_COOKIE, CONSENT_GIVEN);
  const back = form.get("redirect");
  return back === null
    ? data({ ok: true }, { headers })
    : redirect(safeRedirect(back, "/account"), { headers });
}

async function keepWithAccount(args: ActionFunctionArgs, locale: Locale): Promise<void> {
  if ((await findUser(args)) === null) return;
  const { ctx, user } = await requireSession(args);
  if (user.locale !== locale) await updateAccount(ctx, { locale });
}

/** Who is cut off while a choice is on its way keeps the page, without the choice: an error would take its place. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<{ ok: boolean }>();
  } catch (error) {
    // What fetch throws when nobody answers.
    if (!(error instanceof TypeError)) throw error;
    return Response.json({ ok: false }, { status: LOST });
  }
}
