/** The API's description as tools read it: Redocly's recommended rules find no error in it, and every operation says what it does. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { NOW } from "./factories/people.ts";

const db = openTestDb();
type Operation = { description?: string; tags: string[] };
type Description = {
  info: { license?: { name: string } };
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};
type Responses = Record<string, { headers?: object }>;
const responsesOf = (paths: Description["paths"], path: string, method: string): Responses =>
  (paths[path]?.[method] as unknown as { responses: Responses }).responses;
const describeV1 = async () =>
  (await callApi({ db: db(), now: NOW }, v1, "/v1/openapi.json")).body as unknown as Description;

it("passes Redocly's rules without an error or a warning", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(await describeV1()),
    config: await createConfig({
      extends: ["recommended"],
      rules: {
        "operation-description": "error",
        "tag-description": "error",
        "operation-tag-defined": "error",
        "info-license": "error",
        // Helios is nobody's to copy: its licence has no address and no SPDX name.
        "info-license-strict": "off",
        // The description itself takes nothing that could be wrong.
        "operation-4xx-response": "off",
      },
    }),
  });
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

it("describes every operation, and every tag once for all", async () => {
  const { paths, tags = [], info } = await describeV1();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
  );
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter(({ operation }) => !operation.description).map(({ at }) => at)).toEqual(
    [],
  );
  const used = new Set(operations.flatMap(({ operation }) => operation.tags));
  expect(tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  expect(tags.filter(({ description }) => description.length < 10)).toEqual([]);
  expect(info.license).toEqual({ name: "Proprietary", url: expect.any(String) });
});

it("says of every call that it may come too often, and of every change that things may stand in its way", async () => {
  const { paths } = await describeV1();
  const answersOf = (path: string, method: string) => Object.keys(responsesOf(paths, path, method));
  for (const [path, method] of [
    ["/v1/devices/{id}/retire", "put"],
    ["/v1/devices/{id}/retire", "delete"],
    ["/v1/devices/{id}/replace", "post"],
    ["/v1/devices/{id}/telem_disp_cfg/{measure_id}", "put"],
    ["/v1/comments/{id}", "post"],
  ] as const)
    expect([path, answersOf(path, method)]).toEqual([
      path,
      expect.arrayContaining(["401", "403", "404", "409", "429", "500"]),
    ]);
  expect(answersOf("/v1/devices", "get")).toEqual(["200", "401", "403", "429", "500", "503"]);
  expect(answersOf("/v1/login", "post")).not.toContain("409");
});

it("says which files can be empty, that Helios may be away, and that 429 tells how long to wait", async () => {
  const { paths } = await describeV1();
  for (const [path, method] of [
    ["/v1/reports/measures", "post"],
    ["/v1/reports/maintenance", "get"],
    ["/v1/reports/maintenance/{id}", "get"],
  ] as const)
    expect([path, Object.keys(responsesOf(paths, path, method))]).toEqual([
      path,
      expect.arrayContaining(["200", "204", "503"]),
    ]);
  const ofComments = responsesOf(paths, "/v1/comments/{id}", "post");
  expect(Object.keys(ofComments)).toEqual(expect.arrayContaining(["408", "503"]));
  expect(Object.keys(ofComments)).not.toContain("204");
  expect(ofComments["429"]?.headers).toHaveProperty("Retry-After");
  expect(Object.keys(responsesOf(paths, "/v1/openapi.json", "get"))).toEqual(["200", "500"]);
  expect(Object.keys(responsesOf(paths, "/v1/healthz", "get"))).toEqual(["200", "500", "503"]);
});

/** Spectral's rule `array-items`: an `items` that is `false` counts as none. */
it("says of a list what its items are, and of a tuple how long it is", async () => {
  const wrong: unknown[] = [];
  let known = 0;
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("prefixItems" in value) known++;
    const { type, items, prefixItems, minItems, maxItems } = value as Record<string, unknown>;
    if (type === "array" && !items) wrong.push(value);
    if (prefixItems && (minItems === undefined || maxItems === undefined)) wrong.push(value);
    Object.values(value).forEach(walk);
  };
  walk(await describeV1());
  expect(known).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

/** A list without an end costs its length: each of its wrong entries is a problem of its own in the refusal. */
it("says of every list in a body how many entries it takes at most", async () => {
  const description = await describeV1();
  const endless: string[] = [];
  let known = 0;
  const walk = (given: unknown, at: string): void => {
    if (typeof given !== "object" || given === null) return;
    const { $ref, type, maxItems, prefixItems } = given as Record<string, unknown>;
    if (typeof $ref === "string")
      return walk(
        $ref
          .split("/")
          .slice(1)
          .reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], description),
        at,
      );
    if ([type].flat().includes("array")) {
      known++;
      if (maxItems === undefined && !prefixItems) endless.push(at);
    }
    for (const [key, value] of Object.entries(given)) walk(value, `${at}.${key}`);
  };
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods))
      walk((operation as { requestBody?: unknown }).requestBody, `${method} ${path}`);
  expect(known).toBeGreaterThan(5);
  expect(endless).toEqual([]);
});

it("answers as /healthz whether Helios serves, to anybody", async () => {
  const world = { db: db(), now: NOW };
  const serves = await callApi(world, v1, "/v1/healthz");
  expect([serves.status, serves.body]).toEqual([200, { status: "ok" }]);
  const away = await callApi({ ...world, isLiveAway: true }, v1, "/v1/healthz");
  expect([away.status, away.body]).toEqual([
    503,
    { error: "unavailable", message: "The live channel does not answer." },
  ]);
});
