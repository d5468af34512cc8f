import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openWorkerdDb } from "#tests/factories/db.ts";
import { holdsText } from "./holds-text.ts";

const db = openWorkerdDb();
const holds = async (text: string, part: string): Promise<boolean> => {
  const row = await db().get<[number]>(sql`select ${holdsText(sql`${text}`, part)}`);
  return Object.values(row)[0] === 1;
};

it("knows the case of letters beyond ASCII, in both directions", async () => {
  for (const [text, part] of [
    ["Presión_BOMBA", "PRESIÓN_bomba"],
    ["PRESIÓN", "presión"],
    ["Año Ñandú", "año ñANDÚ"],
    ["ÜBERDRUCK größe", "überdruck GRöße"],
    ["ДАВЛЕНИЕ", "давление"],
    ["ΠΊΕΣΗ", "πίεση"],
    ["plain ASCII", "ASCII"],
  ] as const)
    expect({ text, part, found: await holds(text, part) }).toEqual({ text, part, found: true });
});

it("takes everything else to the letter", async () => {
  for (const [text, part] of [
    ["presion", "presión"],
    ["PRESIÓN", "presion"],
    ["año", "ano"],
    ["Drive.Speed", "drive%"],
    ["Drive.Speed", "drive_"],
    ["Größe", "GRÖSSE"],
  ] as const)
    expect({ text, part, found: await holds(text, part) }).toEqual({ text, part, found: false });
});

it("takes any number of different letters", async () => {
  const kinds = Array.from({ length: 256 }, (_, n) => String.fromCodePoint(0x430 + n));
  const letters = kinds.join("").toLowerCase();
  expect(await holds(letters, letters)).toBe(true);
  expect(await holds("ДАВЛЕНИЕ", letters)).toBe(false);
});
