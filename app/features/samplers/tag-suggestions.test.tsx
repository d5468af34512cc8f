import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";
import type { SuggestedTagsJson } from "./schemas.ts";
import { SuggestedTags } from "./tag-suggestions.tsx";

const TEXTS = { en, es };

async function shown(
  found: SuggestedTagsJson,
  { locale = "en", own }: { locale?: "en" | "es"; own?: string } = {},
): Promise<string[]> {
  const i18n = createInstance();
  const { common, glossary } = TEXTS[locale];
  await i18n.init({
    ...I18N_OPTIONS,
    lng: locale,
    fallbackLng: locale,
    resources: { [locale]: { common, glossary } },
  });
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <SuggestedTags found={found} chosen="" own={own} onChoose={() => undefined} />
    </I18nextProvider>,
  );
  return html
    .replaceAll(/<[^<>]*>/g, "\n")
    .split("\n")
    .filter(Boolean);
}

const used = [{ human_key: "machine_speed", machine_key: "MainDrive.Speed" }];

it("says by which tag a name that fits is used, also where nothing is free", async () => {
  expect(await shown({ data: [], in_use: used })).toEqual([
    "Suggestions",
    "machine_speed would fit, and is mapped from MainDrive.Speed already.",
  ]);
  expect(await shown({ data: ["fan_speed"], in_use: used }, { locale: "es" })).toEqual([
    "Sugerencias",
    "fan_speed",
    "machine_speed serviría, pero ya está asignada desde MainDrive.Speed.",
  ]);
});

it("says nothing of the mapping that is edited, nor when nothing fits", async () => {
  expect(await shown({ data: [], in_use: used }, { own: "machine_speed" })).toEqual([]);
  expect(await shown({ data: [], in_use: [] })).toEqual([]);
});
