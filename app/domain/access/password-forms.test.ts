import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it } from "vitest";
import { firstSuperuserSchema, newPasswordSchema } from "./password-forms.ts";

const GOOD = "marmot quill adobe";
type Schema = typeof newPasswordSchema | typeof firstSuperuserSchema;

function problemsOf(schema: Schema, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: schema as typeof newPasswordSchema }).reply().error ?? null;
}

describe("a form that sets a password", () => {
  it("takes a good one that was typed twice", () => {
    expect(
      problemsOf(newPasswordSchema, { password: GOOD, password_confirmation: GOOD }),
    ).toBeNull();
  });

  it("says what is wrong with it and that the second one differs, both at once", () => {
    expect(
      problemsOf(newPasswordSchema, { password: "short", password_confirmation: "shorter" }),
    ).toEqual({
      password: ["too_short"],
      password_confirmation: ["mismatch"],
    });
    expect(problemsOf(newPasswordSchema, { password: GOOD, password_confirmation: "" })).toEqual({
      password_confirmation: ["mismatch"],
    });
    expect(problemsOf(newPasswordSchema, { password: "", password_confirmation: "" })).toEqual({
      password: ["too_short"],
    });
    expect(
      problemsOf(newPasswordSchema, {
        password: "password1234",
        password_confirmation: "password1234",
      }),
    ).toEqual({
      password: ["too_common"],
    });
  });

  it("asks the first superuser who they are", () => {
    const who = { first_name: " ", last_name: "x".repeat(101), email: "ada" };
    expect(
      problemsOf(firstSuperuserSchema, { ...who, password: GOOD, password_confirmation: GOOD }),
    ).toEqual({
      first_name: ["required"],
      last_name: ["name_too_long"],
      email: ["email"],
    });
  });
});
