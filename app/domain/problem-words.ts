import type { Problem, ProblemCode, ProblemValues } from "./problems.ts";

/** How /v1 says each problem, after the name of the field: "name must have at most 60 characters". */
const WORDS: { [Code in ProblemCode]: (values: ProblemValues[Code]) => string } = {
  required: () => "is required",
  wrong_type: ({ expected }) => `must be ${expected}`,
  one_of: ({ values }) => `must be one of ${values}`,
  email: () => "must be a valid email",
  time_zone: () => "is not a time zone",
  too_short: ({ least }) => `must have at least ${least} characters`,
  too_long: ({ most }) => `must have at most ${most} characters`,
  list_too_short: ({ least }) =>
    least === 1 ? "is required" : `must have at least ${least} entries`,
  list_too_long: ({ most }) => `must have at most ${most} entries`,
  at_least: ({ least }) => `must be at least ${least}`,
  at_most: ({ most }) => `must be at most ${most}`,
  unknown_fields: ({ names }) => `has unknown fields: ${names}`,
  one_customer: () => "must be facilities of one customer",
  customer_of_display: () => "must be facilities of the display's customer",
  pairing_code: () => "is not valid or has expired",
  limit: ({ most }) => `has reached its limit of ${most}`,
  wait: ({ minutes }) => `can be tried again in ${minutes} min`,
  time_range: () => "must be a time range that ends after it starts",
  report_too_large: ({ most }) => `would be more than ${most} values`,
  gone: () => "does not exist any more",
  forbidden: () => "is not allowed",
  demo_mode: () => "cannot be changed in demo mode",
  offline: () => "could not be sent",
  server: () => "could not be handled",
  session_ended: () => "needs a session",
  sentence: ({ text }) => text,
};

export const problemInEnglish = (problem: Problem): string =>
  (WORDS[problem.code] as (values: Problem) => string)(problem);
