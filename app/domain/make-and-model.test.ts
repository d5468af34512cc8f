import { expect, it } from "vitest";
import { makeAndModel } from "./make-and-model.ts";

it("says a make once, where the model begins with it", () => {
  expect(makeAndModel({ make: "Ward", model: "15000 RDC" })).toBe("Ward 15000 RDC");
  expect(makeAndModel({ make: "Sun", model: "Sun625" })).toBe("Sun625");
});
