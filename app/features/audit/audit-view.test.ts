/** The audit log in words: every action, whoever acted, and every value. */
import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, AUDIT_MEANS, AUDIT_SUBJECTS } from "#app/domain/access/audit.ts";
import { outboxMessages, partsQuotes, users } from "#app/db/schema/index.ts";
import { ALARM_PRIORITIES } from "#app/domain/alarms/types.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { MAINTENANCE_TYPES } from "#app/domain/maintenance/types.ts";
import { COUNTRIES } from "#app/domain/places.ts";
import { LOCALES } from "#app/domain/preferences.ts";
import { ANNOTATION_KINDS } from "#app/domain/series/annotation-kinds.ts";
import { changesOf, fieldInWords } from "./audit-view.ts";
import { texts as en } from "./texts.en.ts";
import { texts as es } from "./texts.es.ts";

const sorted = (words: object): string[] => Object.keys(words).sort();

describe("the audit log in words", () => {
  it("has them for each action, subject and means, in both languages, and for nothing else", () => {
    for (const { audit } of [en, es]) {
      for (const subject of AUDIT_SUBJECTS)
        expect(sorted(audit.actions[subject])).toEqual([...AUDIT_ACTIONS[subject]].sort());
      expect(sorted(audit.subjects)).toEqual([...AUDIT_SUBJECTS].sort());
      expect(sorted(audit.means)).toEqual([...AUDIT_MEANS].sort());
      const said = Object.values(audit.actions).flatMap((words): string[] => Object.values(words));
      expect(said.filter((text) => /[_.]|^$/.test(text))).toEqual([]);
      // Two actions that read the same could not be told apart.
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it("has words for each code of the fields that hold codes, in both languages", () => {
    const codes: [field: keyof typeof en.audit.values, readonly string[]][] = [
      ["status", [...users.status.enumValues, ...outboxMessages.status.enumValues]],
      ["locale", LOCALES],
      ["country", COUNTRIES],
      ["priority", ALARM_PRIORITIES],
      ["type", MAINTENANCE_TYPES],
      ["kind", [CUSTOM_KIND, ...ANNOTATION_KINDS]],
      ["state", partsQuotes.state.enumValues],
    ];
    for (const { audit } of [en, es])
      for (const [field, each] of codes)
        expect(sorted(audit.values[field])).toEqual([...each].sort());
    expect(Object.keys(es.audit.values)).toEqual(Object.keys(en.audit.values));
  });

  it("has words for a field that it does not know", () => {
    expect(fieldInWords("max_retries")).toBe("Max retries");
  });

  it("reads times, yes and no, lists and nothing; a count under the name of a time stays a count", () => {
    const at = Date.UTC(2026, 2, 1);
    const after = {
      expires_at: at,
      last_at: new Date(at).toISOString(),
      kiwiplan: false,
      facility_ids: [1, 2],
      machine_keys: [],
      uses_until: 12,
      types: [{ a: 1 }],
      note: "",
      browser: null,
    };
    const before = { machine_keys: ["a"], note: "b" };
    expect(
      Object.fromEntries(changesOf({ before, after }).map((each) => [each.name, each.after])),
    ).toEqual({
      expires_at: { kind: "time", at },
      last_at: { kind: "time", at },
      kiwiplan: { kind: "yes_or_no", isYes: false },
      facility_ids: { kind: "text", text: "1, 2" },
      machine_keys: { kind: "nothing" },
      uses_until: { kind: "text", text: "12" },
      types: { kind: "text", text: '[{"a":1}]' },
      note: { kind: "nothing" },
    });
    expect(changesOf({ before: { note: null }, after: { note: "", browser: null } })).toEqual([]);
  });
});
