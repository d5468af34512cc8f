/**
 * Text that people give: names of one line, which stand in lists, subjects of mails and files, where a line break would begin
 * another, and required texts, which somebody must be able to see.
 */
import { z } from "zod";
import { problemText } from "./problems.ts";

/** No line breaks, those of Unicode too, no tabs and no other control characters. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

export const isOneLine = (text: string): boolean => ONE_LINE.test(text);

/** Signs that draw nothing, such as a zero-width space, a soft hyphen, a mark of direction or an empty pattern of Braille. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, "");

/** Whether nobody would see anything of it: spaces and signs that draw nothing. */
export const isBlank = (text: string): boolean => withoutUnseen(text).trim() === "";

/** Up to `most` characters, trimmed, and maybe empty; what is not one line is the problem `one_line`. */
export const oneLineText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(ONE_LINE, problemText({ code: "one_line" }));

/** The given text must have something to see in it; else the problem is `required`. */
const seen = (text: z.ZodString) =>
  text
    .min(1, { abort: true })
    .refine((given) => !isBlank(given), { error: problemText({ code: "required" }) });

/** One line in which something can be seen; empty is the problem `required`. */
export const requiredLine = (most: number) => seen(oneLineText(most));

/** The same of several lines. */
export const requiredText = (most: number) => seen(z.string().trim().max(most));
