import { expect, test } from "vitest";
import { searchChoices } from "./search-choices.ts";

const CHOICES = [
  { value: "1", label: "Planta Norte", note: "Mérida" },
  { value: "2", label: "Norte 2", note: "Ciudad Juárez" },
  { value: "3", label: "South plant" },
];
const found = (query: string) => searchChoices(CHOICES, query).choices.map(({ value }) => value);

test("choices are found by words of name and note, without case and accents, names that begin so first", () => {
  expect(found("")).toEqual(["1", "2", "3"]);
  expect(found("norte")).toEqual(["2", "1"]);
  expect(found("merida")).toEqual(["1"]);
  expect(found("juarez nor")).toEqual(["2"]);
  expect(found("x")).toEqual([]);
});

test("what is not shown is searched, too", () => {
  const tags = [{ value: "1", label: "Slit width", also: "corrugator_slit_width" }];
  expect(searchChoices(tags, "slit_width").choices).toEqual(tags);
  expect(searchChoices(tags, "speed").choices).toEqual([]);
});

test("many are searched whole, shown in part, and the rest is counted", () => {
  const many = Array.from({ length: 3_000 }, (_, n) => ({ value: String(n), label: `FFG ${n}` }));
  expect(searchChoices(many, "ffg")).toMatchObject({ left: 2_980 });
  expect(searchChoices(many, "2999").choices).toEqual([{ value: "2999", label: "FFG 2999" }]);
});

test("the name that begins with all that was typed stands before one whose note holds it", () => {
  const machines = [
    { value: "1", label: "FFG 501", note: "SN-1500" },
    { value: "2", label: "FFG 1500", note: "SN-2499" },
  ];
  expect(searchChoices(machines, "ffg 1500").choices.map(({ value }) => value)).toEqual(["2", "1"]);
});
