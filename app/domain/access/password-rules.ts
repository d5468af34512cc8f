/** What a password must be (CONTRACT §7): long, and not one of those that everybody tries first. No rules of composition. */
import type { Problem } from "#app/domain/problems.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordProblem = "too_short" | "too_long" | "too_common";

/** The first thing wrong with a password, or null. Characters are counted as people count them. */
export function passwordProblem(password: string): PasswordProblem | null {
  const length = [...password.normalize("NFKC")].length;
  if (length < MIN_PASSWORD_LENGTH) return "too_short";
  if (length > MAX_PASSWORD_LENGTH) return "too_long";
  return isCommon(password.normalize("NFKC").toLowerCase().replace(/\s/gu, ""))
    ? "too_common"
    : null;
}

const UP_TO_LAST_LETTER = /^.*[^\d\W_]/su;

/** Without its spaces: listed, or listed but for what was hung on to make it longer; one or two characters over and over; or a plain run. */
function isCommon(text: string): boolean {
  const core = UP_TO_LAST_LETTER.exec(text)?.[0] ?? "";
  return (
    COMMON_PASSWORDS.has(text) ||
    COMMON_PASSWORDS.has(core) ||
    new Set(text).size <= 2 ||
    isRun(text)
  );
}

/** Every character is the one after (or before) the last: 123456…, abcdef…, zyxwvu…; 9 is followed by 0. */
function isRun(text: string): boolean {
  const steps = [...text]
    .slice(1)
    .map(
      (character, i) => ((character.codePointAt(0) ?? 0) - (text.codePointAt(i) ?? 0) + 10) % 10,
    );
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

const PROBLEMS: Record<PasswordProblem, Problem> = {
  too_short: { code: "too_short", least: MIN_PASSWORD_LENGTH },
  too_long: { code: "too_long", most: MAX_PASSWORD_LENGTH },
  too_common: { code: "password_common" },
};

/** The same with its numbers, for /v1. */
export const passwordAsProblem = (problem: PasswordProblem): Problem => PROBLEMS[problem];
