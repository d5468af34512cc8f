import { expect, it } from "vitest";
import { auditAddress, clientAddress } from "./client-address.ts";

const request = new Request("https://helios.test/login", {
  headers: {
    "CF-Connecting-IP": "203.0.113.7",
    "X-Forwarded-For": "198.51.100.1",
    "X-Real-IP": "198.51.100.2",
    Forwarded: "for=198.51.100.3",
  },
});

it("believes the edge about an address where there is an edge, and nobody else anywhere", () => {
  for (const HELIOS_MODE of ["staging", "production"] as const)
    expect(clientAddress(request, { HELIOS_MODE })).toBe("203.0.113.7");
  expect(clientAddress(request, { HELIOS_MODE: "local" })).toBeNull();
  const forged = new Request("https://helios.test/login", {
    headers: { "X-Forwarded-For": "198.51.100.1" },
  });
  expect(clientAddress(forged, { HELIOS_MODE: "production" })).toBeNull();
});

it("tells the log from where on one machine too, where only that machine can ask", () => {
  const from = (HELIOS_MODE: "local" | "production", HELIOS_HOST?: string) =>
    auditAddress(request, { HELIOS_MODE, ...(HELIOS_HOST === undefined ? {} : { HELIOS_HOST }) });
  expect([from("local", "127.0.0.1"), from("local", "localhost")]).toEqual([
    "127.0.0.1",
    "127.0.0.1",
  ]);
  expect([from("local", "0.0.0.0"), from("local")]).toEqual([null, null]);
  expect(from("production")).toBe("203.0.113.7");
});
