import { expect, it } from "vitest";
import { byName, byPersonsName } from "./by-name.ts";

it("is as people look for names, not as bytes compare", () => {
  const sorted = byName(["Zeta", "plant 10", "Águila", "Plant 2", "azul"], (name) => name);
  expect(sorted).toEqual(["Águila", "azul", "Plant 2", "plant 10", "Zeta"]);
});

it("goes on to the next name where the first is the same, and leaves the rest as it stands", () => {
  const people = [
    { id: 1, lastName: "Ruiz", firstName: "Leo" },
    { id: 2, lastName: "RUIZ", firstName: "Ana" },
    { id: 3, lastName: "ruíz", firstName: "Ana" },
  ];
  expect(byPersonsName(people).map(({ id }) => id)).toEqual([2, 3, 1]);
});
