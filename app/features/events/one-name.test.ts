import { expect, test } from "vitest";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";

test("the superusers' bar, the pages' buttons and the drawer say one name", () => {
  for (const { common } of [en, es]) expect(common.provider.report).toBe(common.events.report);
});
