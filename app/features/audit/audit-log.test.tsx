import { expect, it } from "vitest";
import { asPage, draw } from "#tests/draw.tsx";
import { AuditLog } from "./audit-log.tsx";

const PEOPLE = [{ id: 7, firstName: "Ana", lastName: "Ruiz" }];
const chosenOf = async (person: number | null) => {
  const page = await asPage(
    <AuditLog
      {...{ audit: [], people: PEOPLE, nextBefore: null, isFirst: true, hasFile: true }}
      {...{ filter: { person, subject: null, range: null }, ownZone: "UTC", nowMs: 0 }}
    />,
  );
  const html = await draw(page);
  return /<option[^>]*selected[^>]*>([^<]*)</.exec(html)?.[1];
};

it("says for whom it is asked, of somebody who was deleted by number", async () => {
  expect([await chosenOf(null), await chosenOf(7), await chosenOf(99)]).toEqual([
    "Everybody",
    "Ana Ruiz",
    "#99",
  ]);
});
