import { expect, it } from "vitest";
import { seenAs } from "./seen-as.ts";

it("says how old values are, even while the connection is slow", () => {
  expect(seenAs("live", 0)).toBe("live");
  expect(seenAs("live", null)).toBe("still");
  expect(seenAs("live", 20_000)).toBe("stale");
  expect(seenAs("slow", 0)).toBe("slow");
  expect(seenAs("slow", null)).toBe("slow");
  expect(seenAs("slow", 20_000)).toBe("stale");
});

it("says that nothing was ever heard, which is neither live nor a page without live values", () => {
  expect(seenAs("live", "unheard")).toBe("unheard");
  expect(seenAs("slow", "unheard")).toBe("slow");
  expect(seenAs("lost", "unheard")).toBe("lost");
});

it("says that it is on its way while nothing of what is live was told", () => {
  expect(seenAs("live", "waiting")).toBe("connecting");
});

it("says first that there is no connection", () => {
  expect(seenAs("lost", 20_000)).toBe("lost");
  expect(seenAs("connecting", 20_000)).toBe("connecting");
});
