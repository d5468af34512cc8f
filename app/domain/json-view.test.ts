import { expect, test } from "vitest";
import { z } from "zod";
import { jsonView, toCamelKeys } from "./json-view.ts";

const view = jsonView(
  { id: z.int(), facility_ids: z.array(z.int()) },
  { created_at: "always", last_seen_at: "orNull" },
);

test("a thing becomes its JSON: names with underscores, moments in ISO 8601, nothing else", () => {
  const thing = { id: 1, facilityIds: [2], createdAt: 0, lastSeenAt: null, tokenHash: "secret" };
  const json = view.toJson(thing);
  expect(json).toEqual({
    id: 1,
    facility_ids: [2],
    created_at: "1970-01-01T00:00:00.000Z",
    last_seen_at: null,
  });
  expect(view.schema.parse(json)).toEqual(json);
});

test("a number that is no moment stays a number", () => {
  expect(view.toJson({ id: 7, facilityIds: [], createdAt: 1, lastSeenAt: 2 })).toMatchObject({
    id: 7,
    last_seen_at: "1970-01-01T00:00:00.002Z",
  });
});

test("a body becomes a use case's input, without what was left out", () => {
  expect(toCamelKeys({ time_zone: "UTC", name: undefined, a_b_c: null })).toEqual({
    timeZone: "UTC",
    aBC: null,
  });
});
