import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";
import { AuditEntry } from "./audit-entry.tsx";
import type { AuditLine } from "./audit-view.ts";

const TEXTS = { en, es };
const entry: AuditLine = {
  ...{ id: 1, at: 0, action: "user.changed", count: 1, address: "10.0.0.7" },
  ...{ subjectType: "user", subjectId: 7, before: { role: "user" }, after: { role: "admin" } },
  ...{ actorUserId: 2, actorName: "Dana Whitfield", actorRole: "admin" },
  ...{ means: null, meansId: null, meansName: null },
};

it.each([
  ["en", "Person #7 Ana Ruiz", "Person #8"],
  ["es", "Persona #7 Ana Ruiz", "Persona #8"],
] as const)(
  "names the person whom it was about, while there is one, in %s",
  async (locale, of, gone) => {
    const i18n = createInstance();
    const { common, glossary } = TEXTS[locale];
    await i18n.init({
      ...I18N_OPTIONS,
      lng: locale,
      resources: { [locale]: { common, glossary } },
    });
    const textOf = (line: AuditLine) =>
      renderToString(
        <I18nextProvider i18n={i18n}>
          <AuditEntry entry={line} ownZone="UTC" nameOf={new Map([[7, "Ana Ruiz"]])} />
        </I18nextProvider>,
      ).replaceAll(/<[^<>]*>/g, "");
    expect(textOf(entry)).toContain(of);
    expect(textOf({ ...entry, subjectId: 8 })).toContain(`${gone}10.0.0.7`);
    expect(textOf({ ...entry, subjectType: "machine" })).not.toContain("Ana Ruiz");
  },
);
