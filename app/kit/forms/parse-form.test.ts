import { expect, it } from "vitest";
import { z } from "zod";
import { parseForm } from "./parse-form.ts";

const schema = z.object({ limit: z.number(), note: z.string() });

const parse = (limit: string, note = "") => {
  const form = new FormData();
  form.set("limit", limit);
  form.set("note", note);
  return parseForm(form, schema);
};

it("a number below zero may be copied from a page, with its true minus", () => {
  expect(parse("−97.5", "from −3 to 4")).toMatchObject({
    status: "success",
    value: { limit: -97.5, note: "from −3 to 4" },
  });
  expect(parse("-97.5", "a")).toMatchObject({ value: { limit: -97.5 } });
  expect(parse("−", "a").status).toBe("error");
});
