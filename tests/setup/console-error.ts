/**
 * An error on the console that a test did not expect fails that test. One that expects it says so by
 * taking the console over: `vi.spyOn(console, "error").mockImplementation(() => {})`.
 */
import { afterAll, afterEach, beforeEach, vi } from "vitest";

const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...args: unknown[]) => {
    unexpected.push(args.map(String).join(" "));
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0)
    throw new Error(`console.error was called and nobody expected it: ${unexpected.join("\n")}`);
});

/** A spy that a test left gives back what it was put upon, which is the function above. */
afterAll(() => {
  vi.restoreAllMocks();
  console.error = original;
});
