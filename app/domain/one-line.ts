/** Text of one line, such as names: it stands in lists, subjects of mails and files, where a line break would begin another. */
import { z } from "zod";
import { problemText } from "./problems.ts";

/** No line breaks, those of Unicode too, no tabs and no other control characters. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

export const isOneLine = (text: string): boolean => ONE_LINE.test(text);

/** Up to `most` characters, trimmed, and maybe empty; what is not one line is the problem `one_line`. */
export const oneLineText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(ONE_LINE, problemText({ code: "one_line" }));

/** One line with at least one character; empty is the problem `required`. */
export const requiredLine = (most: number) => oneLineText(most).min(1);
