import { expect, it } from "vitest";
import { formatPercent, withUnit } from "./numbers.ts";

it("sets the sign of percent close in English and apart in Spanish, and every other unit apart", () => {
  expect(formatPercent("en", 12.5, 1)).toBe("12.5%");
  expect(formatPercent("es", 12.5, 1)).toBe("12.5\u00a0%");
  expect(withUnit("en", "180", "rpm")).toBe("180\u00a0rpm");
  expect(withUnit("es", "180", null)).toBe("180");
});
