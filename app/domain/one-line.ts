/**
 * Text that people give: names of one line, which stand in lists, subjects of mails and files, where a line break would begin
 * another, and required texts, which somebody must be able to see.
 */
import { z } from "zod";
import { problemText, type Problem } from "./problems.ts";

/** No line breaks, those of Unicode too, no tabs and no other control characters. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

/**
 * None of the signs that turn the direction in which a line is read: with one of them a name would be shown as another, and
 * turn what stands behind it in a list, a mail or a file.
 */
const UNTURNED = /^[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/;

/** What is wrong with a name as a line. */
export const lineProblem = (text: string): Problem | null =>
  !ONE_LINE.test(text)
    ? { code: "one_line" }
    : !UNTURNED.test(text)
      ? { code: "turned_line" }
      : null;

/** Signs that draw nothing, such as a zero-width space, a soft hyphen, a mark of direction or an empty pattern of Braille. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, "");

/** Whether nobody would see anything of it: spaces and signs that draw nothing. */
export const isBlank = (text: string): boolean => withoutUnseen(text).trim() === "";

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(ONE_LINE, problemText({ code: "one_line" }));

const TURNED = problemText({ code: "turned_line" });

/** Up to `most` characters, trimmed, and maybe empty; what is not one line, read one way, is a problem (`lineProblem`). */
export const oneLineText = (most: number) => line(most).regex(UNTURNED, TURNED);

/** The given text must have something to see in it; else the problem is `required`. */
const seen = (text: z.ZodString) =>
  text.min(1, { abort: true }).refine((given) => !isBlank(given), {
    error: problemText({ code: "required" }),
    abort: true,
  });

/** One line in which something can be seen; empty is the problem `required`. */
export const requiredLine = (most: number) => seen(line(most)).regex(UNTURNED, TURNED);

/** The same of several lines. */
export const requiredText = (most: number) => seen(z.string().trim().max(most));
