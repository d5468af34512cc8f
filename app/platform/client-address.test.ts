import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

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
