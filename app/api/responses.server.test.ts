import { expect, it, vi } from "vitest";
import { AppError } from "#app/domain/errors.ts";
import { errorResponse } from "./responses.server.ts";

it.each([
  ["internal error; reference = nq4aarr2hmr14bld8aji24i0", 503, /database does not answer/],
  ["database or disk is full: SQLITE_FULL", 503, /disk is full: nothing was changed/],
  ["no such table: users", 500, /^Server error$/],
])("answers what the database said, %s, with %i and words", async (text, status, words) => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = new Error("Failed query", { cause: new Error(`D1_ERROR: ${text}`) });
  const answer = errorResponse(failure, new Request("https://helios.example/v1/users"), "id");
  const { message } = (await answer.json()) as { message: string };
  expect([answer.status, message]).toEqual([status, expect.stringMatching(words)]);
  expect(answer.headers.has("Retry-After")).toBe(status === 503);
  expect(told).toHaveBeenCalledTimes(1);
  told.mockRestore();
});

it.each([
  [new AppError("too_many_requests", { retryAfterSeconds: 7 }), "7"],
  [new AppError("too_many_requests"), "60"],
  [new AppError("unavailable"), "5"],
  [new AppError("not_found"), null],
])("says with every 429 and 503 when to come again: %s", (refusal, seconds) => {
  const answer = errorResponse(refusal, new Request("https://helios.example/v1/devices"), "id");
  expect(answer.headers.get("Retry-After")).toBe(seconds);
});
