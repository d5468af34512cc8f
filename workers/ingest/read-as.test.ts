import { expect, it } from "vitest";
import { enrollmentSchema } from "#app/features/enrollment/schemas.server.ts";
import { readAs } from "./read-as.ts";

const MACHINE = {
  ...{ serial_number: "GW-1", make: "Sun", model: "625" },
  sampler: { name: "Gateway", spec: "http" },
};
const read = (change: object) =>
  readAs(enrollmentSchema, JSON.stringify({ ...MACHINE, ...change }));

it("reads what its schema has", () =>
  expect(read({})).toMatchObject({ serial_number: "GW-1", sampler: { name: "Gateway" } }));

it.each([
  [{ make: "Moon" }, "make must be one of Sun, LMC, Fosber, Ward.", "make"],
  [{ model: 625 }, "model must be text.", "model"],
  [{ model: undefined }, "model is required.", "model"],
  [{ sampler: { spec: "http" } }, "sampler.name is required.", "sampler.name"],
  [{ sampler: { name: "a\nb", spec: "http" } }, "sampler.name must be one line.", "sampler.name"],
  [{ model: "625\ud83c" }, "model has half of a character, an unpaired surrogate.", undefined],
  [{ model: "625\0" }, "model has control characters, such as NUL.", undefined],
])("refuses %j in words", (change, message, path) => {
  const refused = expect(() => read(change));
  refused.toThrow(expect.objectContaining({ code: "malformed", message }) as Error);
  if (path !== undefined)
    refused.toThrow(expect.objectContaining({ extra: { path } }) as unknown as Error);
});

it("names the body where it is none, with what to send", () =>
  expect(() => readAs(enrollmentSchema, "[]", " Send an object.")).toThrow(
    expect.objectContaining({ message: "The body must be an object. Send an object." }) as Error,
  ));
