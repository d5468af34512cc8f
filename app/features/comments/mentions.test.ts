import { describe, expect, it } from "vitest";
import { mentionedIn } from "./mentions.ts";

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
});
