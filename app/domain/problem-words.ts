import type { Problem, ProblemCode, ProblemValues } from "./problems.ts";

/** How /v1 says each problem, after the name of the field: "name must have at most 60 characters". */
const WORDS: { [Code in ProblemCode]: (values: ProblemValues[Code]) => string } = {
  required: () => "is required",
  wrong_type: ({ expected }) => `must be ${expected}`,
  one_of: ({ values }) => `must be one of ${values}`,
  email: () => "must be a valid email",
  phone: () => "must be a US or Canadian number, or a Mexican one where the country is Mexico",
  state_of_country: () => "is not a state of the country",
  zone_of_country: () => "is not a time zone of the country",
  email_taken: () => "is taken already",
  role_not_yours: () => "is not a role that you can give",
  facilities_of_customer: () => "must be facilities of the customer",
  own_account: () => "cannot be done to your own account",
  last_superuser: () => "is the last active superuser",
  not_empty: ({ held }) => `is not empty: ${held}`,
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
