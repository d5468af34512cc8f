import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { FormAnswer } from "./form-answer.ts";

/** The status of an answer that the browser made itself (keep-typed.ts). */
export const LOST = 503;

/** The intent of a form that deletes what its page shows; the page leaves for the list then. */
export const DELETE_AND_LEAVE = "delete-and-leave";

/**
 * The `shouldRevalidate` of a route with forms, and of those around it: what could not be sent could not be read again
 * either, and what is deleted would be an error-404 before the page has left.
 */
export const readAgainUnlessLost = (args: ShouldRevalidateFunctionArgs): boolean =>
  canBeReadAgain(args) && args.defaultShouldRevalidate;

/** The same, of what the live channel said was changed: that what a form deletes is gone, it says before the form is answered. */
export const readAgainIfOutdated = (
  isOutdated: boolean,
  args: ShouldRevalidateFunctionArgs,
): boolean => isOutdated && canBeReadAgain(args);

/**
 * The `shouldRevalidate` of what stands around every page and tells only who looks: a form alone may change it. Remix reads
 * everything anew with each page unless told otherwise, and where that page's data does not come, what is around it goes too.
 */
export const readAgainAfterForms = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.formMethod !== undefined && args.formMethod !== "GET" && readAgainUnlessLost(args);

const canBeReadAgain = ({ actionStatus, actionResult }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== LOST && !isDeleted(actionResult);

function isDeleted(result: unknown): boolean {
  const answer = result as Partial<FormAnswer> | null | undefined;
  return answer?.intent === DELETE_AND_LEAVE && answer.done !== null;
}
