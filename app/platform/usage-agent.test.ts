import { expect, it } from "vitest";
import { usageHosts, usageToken } from "./usage-agent.ts";

const on = { HELIOS_MODE: "production", PENDO_AGENT: "k-1", PENDO_HOSTS: "" } as const;

it("is on in staging and production with a key, and off everywhere else", () => {
  expect([usageToken(on), usageToken({ ...on, HELIOS_MODE: "staging" })]).toEqual(["k-1", "k-1"]);
  for (const off of [
    { ...on, HELIOS_MODE: "local" as const },
    { ...on, PENDO_AGENT: "" },
    { HELIOS_MODE: "production" as const },
    { ...on, PENDO_AGENT: "k'; script-src *" },
  ])
    expect([usageToken(off), usageHosts(off)]).toEqual([null, []]);
});

it("names origins for the policy, and nothing that is none", () => {
  expect(usageHosts(on)[0]).toBe("https://cdn.pendo.io");
  const hosts =
    "https://u.test  http://plain.test https://a.test/path; 'unsafe-inline' https://b.test:8443";
  expect(usageHosts({ ...on, PENDO_HOSTS: hosts })).toEqual([
    "https://u.test",
    "https://b.test:8443",
  ]);
});
