import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { AuditEntry } from "./audit-entry.tsx";
import type { AuditLine } from "./audit-view.ts";

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
    const textOf = async (line: AuditLine) =>
      readText(
        await draw(
          <AuditEntry entry={line} ownZone="UTC" nameOf={new Map([[7, "Ana Ruiz"]])} />,
          locale,
        ),
      );
    expect(await textOf(entry)).toContain(of);
    expect(await textOf({ ...entry, subjectId: 8 })).toContain(`${gone}10.0.0.7`);
    expect(await textOf({ ...entry, subjectType: "machine" })).not.toContain("Ana Ruiz");
  },
);

it.each([
  ["en", "Longest unused session ended to make room", ["Signed in", "Last used"]],
  [
    "es",
    "Terminada la sesión con más tiempo sin uso, para dar lugar a otra",
    ["Inicio de sesión", "Último uso"],
  ],
] as const)("tells of a session that ended to make room, in %s", async (locale, act, fields) => {
  const after = { signed_in_at: 1_790_000_000_000, last_seen_at: 1_790_000_060_000 };
  const line: AuditLine = {
    ...{ ...entry, action: "session.displaced", subjectType: "session", subjectId: 9 },
    ...{ before: null, after },
  };
  const text = readText(
    await draw(<AuditEntry entry={line} ownZone="UTC" nameOf={new Map()} />, locale),
  );
  for (const words of [act, "#9", ...fields]) expect(text).toContain(words);
});

it("calls a thing as it was added, renamed or deleted by the entry", async () => {
  const textOf = async (before: AuditLine["before"], after: AuditLine["after"]) => {
    const line: AuditLine = { ...entry, subjectType: "machine", subjectId: 13, before, after };
    return readText(await draw(<AuditEntry entry={line} ownZone="UTC" nameOf={new Map()} />, "en"));
  };
  expect(await textOf(null, { name: "Feeder 1" })).toContain("Machine #13 Feeder 1");
  expect(await textOf({ name: "Feeder 1" }, { name: "Feeder 2" })).toContain("#13 Feeder 2");
  expect(await textOf({ name: "Feeder 1" }, null)).toContain("#13 Feeder 1");
  expect(await textOf({ model: "625" }, { model: "626" })).toContain("#1310.0.0.7");
});
