import type { Problem } from "#app/domain/problems.ts";
import type { FormAnswer } from "./form-answer.ts";

type Refuse = (sent: FormData, problem: Problem) => FormAnswer;

let refuse: Refuse | null = null;

/**
 * Called by the kit's forms when they are loaded. A page's `clientAction` is there before its forms are, which may come
 * when they are opened: it must not bring their library with it.
 */
export function teachRefusal(how: Refuse): void {
  refuse = how;
}

/** An answer in which everything that was sent stays, with the problem above it; null where no form was loaded. */
export const refuseSent = (sent: FormData, problem: Problem): FormAnswer | null =>
  refuse === null ? null : refuse(sent, problem);
