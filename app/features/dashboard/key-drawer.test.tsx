import { expect, it } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { draw, readText } from "#tests/draw.tsx";
import KeyButton from "./key-button.tsx";
import { KeyParts } from "./key-drawer.tsx";

it("explains every state that there is, beside its word, in both languages", async () => {
  for (const [locale, texts] of [
    ["en", en],
    ["es", es],
  ] as const) {
    const shown = readText(await draw(<KeyParts />, locale), "|");
    for (const state of [...MACHINE_STATES, "unknown"] as const) {
      expect(shown).toContain(`|${texts.glossary.states[state]}|`);
      expect(shown).toContain(`|${texts.common.key[state]}|`);
    }
  }
});

it("explains the cards' figures in the words that stand on them", async () => {
  const shown = readText(await draw(<KeyParts />), "|");
  for (const words of [
    "76% of good pace",
    "92% up, 4 h",
    "MSF/h",
    "Risk 24.0% in 4 h",
    "Sheets/h, 1 min mean",
  ])
    expect(shown).toContain(`|${words}|`);
  expect(shown).toContain("|No forecast: no pattern found yet|");
  expect(shown).toContain("|Sorted by urgency|");
  const spanish = readText(await draw(<KeyParts />, "es"), "|");
  expect(spanish).toContain("|92\u00a0% disponible, 4 h|");
  expect(spanish).toContain("|Sin pronóstico: no está lista|");
});

it("explains on a machine's page its states, and nothing that stands on the dashboard alone", async () => {
  const shown = readText(await draw(<KeyParts ofMachine />), "|");
  expect(shown).toContain(`|${en.common.key.running_and_feeding}|`);
  for (const words of ["76% of usual", "92% up, 4 h", "Sorted by urgency"])
    expect(shown).not.toContain(words);
});

it("tells where gauges change their colour, and on the dashboard where the uptime's hours begin", async () => {
  for (const [locale, { common }] of [
    ["en", en],
    ["es", es],
  ] as const) {
    const ofAll = readText(await draw(<KeyParts />, locale), "|");
    const ofOne = readText(await draw(<KeyParts ofMachine />, locale), "|");
    for (const shown of [ofAll, ofOne])
      for (const bound of ["20", "21–50", "51", "90"]) expect(shown).toMatch(new RegExp(bound));
    expect(ofAll).toContain(`|${common.key.strip}|`);
    expect(ofOne).toContain(`|${common.key.stripOfMachine}|`);
  }
});

it("is a button with a name, and nothing more before it is pressed", async () => {
  const html = await draw(<KeyButton />);
  expect(html).toContain('aria-label="Key"');
  expect(html).not.toContain("<dl");
  expect(await draw(<KeyButton />, "es")).toContain("Simbología");
});
