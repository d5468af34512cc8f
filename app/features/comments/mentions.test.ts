import { describe, expect, it } from "vitest";
import { mentionedIn, suggestionsAt } from "./mentions.ts";

const people = [
  { id: 1, firstName: "Kim", lastName: "Lee" },
  { id: 2, firstName: "Kim", lastName: "Leeds" },
  { id: 3, firstName: "Ana María", lastName: "Núñez" },
];
const named = (text: string) => mentionedIn(text, people).map(({ id }) => id);

describe("a mention", () => {
  it("is a whole name after an @, whatever its case, once however often it stands", () => {
    expect(named("@Kim Lee, please look")).toEqual([1]);
    expect(named("ask @kim LEEDS")).toEqual([2]);
    expect(named("@Ana María Núñez and @Kim Lee. @Kim Lee!")).toEqual([3, 1]);
    expect(named("(@Kim Lee)")).toEqual([1]);
  });

  it("is not a part of a name, a mail address or a name without its @", () => {
    expect(named("Kim Lee")).toEqual([]);
    expect(named("@Kim")).toEqual([]);
    expect(named("@Kim Leed")).toEqual([]);
    expect(named("kim@lee.example")).toEqual([]);
    expect(named("")).toEqual([]);
  });

  it("is of everybody who has the name", () => {
    const twins = [...people, { id: 4, firstName: "KIM", lastName: "Lee" }];
    expect(mentionedIn("@Kim Lee", twins).map(({ id }) => id)).toEqual([1, 4]);
  });

  it("reads each name once, however many @ stand in the text", () => {
    let reads = 0;
    const counted = people.map(({ id, firstName, lastName }) => ({
      id,
      lastName,
      get firstName() {
        reads++;
        return firstName;
      },
    }));
    expect(mentionedIn(`${"@".repeat(1_999)}Kim Lee`, counted).map(({ id }) => id)).toEqual([1]);
    expect(reads).toBe(people.length);
  });
});

describe("names to choose from", () => {
  const at = (text: string, caret = text.length) => {
    const found = suggestionsAt(text, caret, people);
    return found && [found.from, ...found.people.map(({ id }) => id)];
  };
  it("begin with what stands after the @, first or last name, with or without accents", () => {
    expect(at("ask @")).toEqual([4, 1, 2, 3]);
    expect(at("ask @ki")).toEqual([4, 1, 2]);
    expect(at("@kim le")).toEqual([0, 1, 2]);
    expect(at("@nun")).toEqual([0, 3]);
    expect(at("@ana maria n")).toEqual([0, 3]);
  });

  it("are those at the caret", () => {
    expect(at("@ki and more", 3)).toEqual([0, 1, 2]);
    expect(at("@ki and more")).toBeNull();
  });

  it("end with a whole name, a line, a blank, or within a mail address", () => {
    for (const text of ["@Kim Lee", "@ki\n", "@ kim", "kim@lee", "kim", "", "@zzz"])
      expect(at(text), text).toBeNull();
  });
});
