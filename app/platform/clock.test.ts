import { afterEach, expect, it, vi } from "vitest";
import { nowMs } from "./env.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

afterEach(() => void vi.useRealTimers());

it("is not early where a millisecond passes while the offset is read", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const wanted = NOW + 60_000;
  const env = {
    HELIOS_MODE: "local",
    get CLOCK_OFFSET_MS() {
      vi.setSystemTime(Date.now() + 1);
      return String(wanted - Date.now());
    },
  };
  expect(nowMs(env)).toBe(wanted);
});

it("takes an offset from a local Helios only", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  expect(nowMs({ HELIOS_MODE: "local", CLOCK_OFFSET_MS: "1000" })).toBe(NOW + 1_000);
  expect(nowMs({ HELIOS_MODE: "local", CLOCK_OFFSET_MS: "" })).toBe(NOW);
  expect(nowMs({ HELIOS_MODE: "production", CLOCK_OFFSET_MS: "1000" })).toBe(NOW);
});
