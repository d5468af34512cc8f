/** Whoever lacks a tier reads whom to ask for it, and whoever meets a failure reads who helps (doc 000 §6, §8). */
import { expect, it } from "vitest";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { SALES_EMAIL } from "#app/domain/support.ts";
import * as en from "./en.ts";
import * as es from "./es.ts";
import { texts as enForms } from "#app/kit/forms/texts.en.ts";
import { texts as esForms } from "#app/kit/forms/texts.es.ts";
import { texts as enReports } from "#app/features/reports/texts.en.ts";
import { texts as esReports } from "#app/features/reports/texts.es.ts";
import { draw, readText } from "#tests/draw.tsx";

const TEXTS = {
  en: { ...en.common, ...enForms, ...enReports },
  es: { ...es.common, ...esForms, ...esReports },
};

it.each(["en", "es"] as const)("what a tier leaves out names sales (%s)", async (locale) => {
  const { problems, report } = TEXTS[locale];
  for (const text of [problems.tier_limit, problems.not_in_tier, report.tooMany])
    expect(text).toContain(SALES_EMAIL);
  const machine = { name: "FFG 5", serviceTier: null };
  const panel = await draw(
    <UpsellPanel check="accessEvents" machine={machine} needed="Tier 3" />,
    locale,
  );
  // To be read and copied, where no mail program opens.
  expect(readText(panel, "\n").split("\n")).toContain(SALES_EMAIL);
});

it.each(["en", "es"] as const)("a failure names Support (%s)", (locale) => {
  const { errors, problems } = TEXTS[locale];
  const ours = [errors.serverText, errors.unauthorizedText, problems.server, problems.server_asked];
  for (const text of ours) expect(text).toMatch(/Support\b|Soporte\b/);
});
