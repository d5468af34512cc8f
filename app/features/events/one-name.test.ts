import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

test("the superusers' bar, the pages' buttons and the drawer say one name", () => {
  for (const { common } of [en, es]) expect(common.provider.report).toBe(common.events.report);
});
