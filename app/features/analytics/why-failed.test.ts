import { expect, it } from "vitest";
import { texts as en } from "./texts.en.ts";
import { texts as es } from "./texts.es.ts";
import { whyFailed } from "./why-failed.ts";

it("says in both languages why a question was not answered", () => {
  const reasons = [0, 400, 401, 403, 404, 422, 429, 500, 503].map((status) =>
    whyFailed({ status }),
  );
  expect(reasons).toEqual([
    "offline",
    "refused",
    "signedOut",
    "forbidden",
    "gone",
    "refused",
    "tooMany",
    "server",
    "server",
  ]);
  for (const reason of reasons)
    for (const { analytics } of [en, es]) expect(analytics[`failed_${reason}`]).toBeTruthy();
});
