import type { SubmissionResult } from "@conform-to/react";
import type { Problem } from "#app/domain/problems.ts";

/** What a page's action answers a form of the kit (app/pages/answer-form.server.ts). */
export type FormAnswer<Done = unknown, Intent extends string = string> = {
  /** Which form it was. */
  intent: Intent;
  /** Of which thing, where a page has the form once per thing. */
  id: string | null;
  /** What is wrong, and what was typed, for the form to show again. */
  result: SubmissionResult<Problem[]>;
  /** What the form did; null: nothing was changed. */
  done: Done | null;
};
