import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { asPage, draw } from "#tests/draw.tsx";
import { AuditLog } from "./audit-log.tsx";
import type { AuditLine } from "./audit-view.ts";

const PEOPLE = [{ id: 7, firstName: "Ana", lastName: "Ruiz" }];
const ENTRY: AuditLine = {
  ...{ id: 1, at: 0, action: "user.changed", count: 1, address: null, subjectType: "user" },
  ...{ subjectId: 7, before: null, after: null, means: null, meansId: null, meansName: null },
  ...{ actorUserId: 7, actorName: "Ana Ruiz", actorRole: "admin" },
};
const drawn = async (shown: Partial<ComponentProps<typeof AuditLog>>, person: number | null) =>
  draw(
    await asPage(
      <AuditLog
        {...{ audit: [], people: PEOPLE, nextBefore: null, isFirst: true, hasFile: true }}
        {...{ filter: { person, subject: null, range: null }, ownZone: "UTC", nowMs: 0 }}
        {...shown}
      />,
    ),
  );
const chosenOf = async (person: number | null) => {
  const html = await drawn({}, person);
  return /<option[^>]*selected[^>]*>([^<]*)</.exec(html)?.[1];
};

it("says for whom it is asked, of somebody who was deleted by number", async () => {
  expect([await chosenOf(null), await chosenOf(7), await chosenOf(99)]).toEqual([
    "Everybody",
    "Ana Ruiz",
    "#99",
  ]);
});

it("offers a file of what there is, and says how much of it where there may be more", async () => {
  const [file, most] = ["/audit/file", "the newest 50,000 of these entries"];
  const told = (html: string) => [html.includes(file), html.includes(most)];
  expect(told(await drawn({}, null))).toEqual([false, false]);
  expect(told(await drawn({ audit: [ENTRY] }, null))).toEqual([true, false]);
  expect(told(await drawn({ audit: [ENTRY], nextBefore: 1 }, null))).toEqual([true, true]);
});
