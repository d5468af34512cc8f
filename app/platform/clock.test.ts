import { afterEach, expect, it, vi } from "vitest";
import { testContext } from "#tests/factories/api.ts";
import { nowMs } from "./env.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

it("stands still in tests, where a millisecond passes between any two looks", () => {
  let ms = NOW;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => ms++);
  const { env } = testContext({ db: {} as never, now: NOW }).cloudflare;
  expect([nowMs(env), nowMs(env)]).toEqual([NOW, NOW]);
  expect(clock).toHaveBeenCalledTimes(2);
});
