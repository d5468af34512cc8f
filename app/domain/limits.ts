/**
 * Every limit on how many there may be of something in D1, and every act that may happen once only. Each is decided by
 * the statement that writes (db/only-if.ts, or `mustChange` of writeAudit), so that it holds for fifty requests at once;
 * tests/races.test.ts runs each of them so, and fails for one that is missing here or there. Sizes of single values stand
 * with their schemas; what one Durable Object counts has no race, because it works through one message at a time.
 */
import { CODES_ENTERED, PAIRINGS_PER_ADDRESS } from "./access/display.ts";
import { ENROLLS_OF_ADDRESS, ENROLLS_OF_KEY } from "./access/enrollment-key.ts";
import {
  CODES_PER_ACCOUNT,
  CODES_PER_NUMBER,
  EMAIL_CHANGES,
  PASSWORD_CHECKS,
  RESETS_PER_ACCOUNT,
  RESETS_PER_ADDRESS,
  RESETS_SHARED,
  WHOLE_FLEET_READS,
} from "./access/limits.ts";
import { MAX_ACCOUNT_FAILURES, MAX_ADDRESS_FAILURES } from "./access/lockout.ts";
import { MAX_CODE_TRIES } from "./access/phone-code.ts";

/** The provider's list shows them all. */
export const MAX_CUSTOMERS = 5_000;
/** Each is a row of its customer's dashboards and a choice of its people's forms. */
export const MAX_FACILITIES_PER_CUSTOMER = 500;
export const MAX_TOKENS_PER_USER = 20;
/** A program that signs in for each call has no more either: the session that was not seen for the longest ends as one begins. */
export const MAX_SESSIONS_PER_USER = 200;
export const MAX_SERVICE_ACCOUNTS_PER_CUSTOMER = 50;
/** Invited by one file: each is five statements of the one batch. */
export const MAX_PEOPLE_AT_ONCE = 100;
/** A list shows them all. */
export const MAX_PEOPLE_PER_CUSTOMER = 5_000;
/** Ten a second: each is counted in D1. */
export const MAX_SERVICE_CALLS_PER_MINUTE = 600;
/** The recorder keeps all of a machine's samplers and mappings at hand. */
export const MAX_SAMPLERS_PER_MACHINE = 50;
export const MAX_MAPPINGS_PER_MACHINE = 5_000;
/** Spec 001 §9. */
export const MAX_UTS_TAGS_PER_SAMPLER = 200;
/** Each holds a socket with every machine of its facilities. */
export const MAX_DISPLAYS_PER_CUSTOMER = 200;
/** Those that are not hidden: a page shows them all; and of 24 hours also those that are, for they stay. */
export const MAX_COMMENTS_PER_MACHINE = 1_000;
/** Notes on charts: an answer tells the newest of a range. */
export const MAX_ANNOTATIONS_PER_MACHINE = 5_000;
/** Questions of analytics with a name and a short link. */
export const MAX_SAVED_QUESTIONS_PER_USER = 200;
/** Within 24 hours, by whoever; a gateway that tells each short stop has a few hundred. They are history and stay. */
export const MAX_EVENTS_PER_MACHINE_AND_DAY = 1_000;
/** Cards on a machine's current state. */
export const MAX_MEASURES_PER_MACHINE = 1_000;

/** A tab shows them all. */
export const MAX_MAINTENANCES_PER_MACHINE = 100;
/** Without unlimited maintenance (spec 001 §9). */
export const MAX_LIMITED_MAINTENANCES_PER_MACHINE = 3;

/** The recorder judges each of them with every batch. */
export const MAX_ALARMS_PER_MACHINE = 100;

/** Each of them gets every notification mail. */
export const MAX_EMAIL_CCS = 200;

/** Machines that one enrollment key may make. */
export const MAX_ENROLLMENT_KEY_USES = 1_000;

/** Entries of the audit log that count refusals; beyond, one more for each kind that has no address. */
export const MAX_REFUSALS_PER_HOUR = 200;
/** Of one CSV file of the audit log, the newest first. */
export const MAX_AUDIT_FILE_ENTRIES = 50_000;
/** Of one CSV file of the journal of alarms. */
export const MAX_JOURNAL_FILE_ENTRIES = 100_000;

type Counted = { most: number; per: string; where: string };
export const COUNT_LIMITS = {
  api_tokens: {
    most: MAX_TOKENS_PER_USER,
    per: "person",
    where: "app/features/people/api-tokens.server.ts",
  },
  customers: {
    most: MAX_CUSTOMERS,
    per: "Helios",
    where: "app/features/organizations/customers.server.ts",
  },
  facilities: {
    most: MAX_FACILITIES_PER_CUSTOMER,
    per: "customer",
    where: "app/features/organizations/facilities.server.ts",
  },
  people: {
    most: MAX_PEOPLE_PER_CUSTOMER,
    per: "customer",
    where: "app/features/people/invite-person.server.ts",
  },
  service_accounts: {
    most: MAX_SERVICE_ACCOUNTS_PER_CUSTOMER,
    per: "customer",
    where: "app/features/people/service-accounts.server.ts",
  },
  service_calls: {
    most: MAX_SERVICE_CALLS_PER_MINUTE,
    per: "service account, minute",
    where: "app/platform/access/find-service-account.server.ts",
  },
  samplers: {
    most: MAX_SAMPLERS_PER_MACHINE,
    per: "machine",
    where: "app/features/samplers/create-sampler.server.ts",
  },
  mappings: {
    most: MAX_MAPPINGS_PER_MACHINE,
    per: "machine",
    where: "app/features/samplers/create-mapping.server.ts",
  },
  mappings_at_once: {
    most: MAX_MAPPINGS_PER_MACHINE,
    per: "machine",
    where: "app/features/samplers/map-many.server.ts",
  },
  uts_tags_at_once: {
    most: MAX_UTS_TAGS_PER_SAMPLER,
    per: "sampler",
    where: "app/features/samplers/map-many.server.ts",
  },
  uts_tags_created: {
    most: MAX_UTS_TAGS_PER_SAMPLER,
    per: "sampler",
    where: "app/features/samplers/check-mapping.server.ts",
  },
  uts_tags_switched_on: {
    most: MAX_UTS_TAGS_PER_SAMPLER,
    per: "sampler",
    where: "app/features/samplers/check-mapping.server.ts",
  },
  events: {
    most: MAX_EVENTS_PER_MACHINE_AND_DAY,
    per: "machine, 24 hours",
    where: "app/features/events/report-event.server.ts",
  },
  comments: {
    most: MAX_COMMENTS_PER_MACHINE,
    per: "machine",
    where: "app/features/comments/comments.server.ts",
  },
  comments_of_day: {
    most: MAX_COMMENTS_PER_MACHINE,
    per: "machine, 24 hours, with those that were hidden",
    where: "app/features/comments/comments.server.ts",
  },
  annotations: {
    most: MAX_ANNOTATIONS_PER_MACHINE,
    per: "machine",
    where: "app/features/analytics/annotations/annotations.server.ts",
  },
  saved_questions: {
    most: MAX_SAVED_QUESTIONS_PER_USER,
    per: "person",
    where: "app/features/analytics/saved/saved-questions.server.ts",
  },
  measures: {
    most: MAX_MEASURES_PER_MACHINE,
    per: "machine",
    where: "app/features/measures/measures.server.ts",
  },
  maintenances: {
    most: MAX_MAINTENANCES_PER_MACHINE,
    per: "machine",
    where: "app/features/maintenance/add-maintenance.server.ts",
  },
  maintenances_limited: {
    most: MAX_LIMITED_MAINTENANCES_PER_MACHINE,
    per: "machine whose tier is not unlimited",
    where: "app/features/maintenance/add-maintenance.server.ts",
  },
  displays: {
    most: MAX_DISPLAYS_PER_CUSTOMER,
    per: "customer",
    where: "app/features/displays/pairing.server.ts",
  },
  alarms: {
    most: MAX_ALARMS_PER_MACHINE,
    per: "machine",
    where: "app/features/alarms/define-alarm.server.ts",
  },
  email_ccs: {
    most: MAX_EMAIL_CCS,
    per: "Helios",
    where: "app/features/mail/email-ccs.server.ts",
  },
  enrollment_uses: {
    most: MAX_ENROLLMENT_KEY_USES,
    per: "enrollment key",
    where: "app/features/enrollment/enroll-machine.server.ts",
  },
  phone_code_tries: {
    most: MAX_CODE_TRIES,
    per: "code",
    where: "app/features/people/verify-phone.server.ts",
  },
  reports: {
    most: 1,
    per: "machine, 15 minutes",
    where: "app/features/reports/report-turn.server.ts",
  },
  sign_in_failures: {
    most: MAX_ACCOUNT_FAILURES,
    per: "account, 15 minutes",
    where: "app/features/people/sign-in-attempts.server.ts",
  },
  sign_in_failures_of_address: {
    most: MAX_ADDRESS_FAILURES,
    per: "network address, 15 minutes",
    where: "app/features/people/sign-in-attempts.server.ts",
  },
  refusals_told: {
    most: MAX_REFUSALS_PER_HOUR,
    per: "hour",
    where: "app/platform/audit/count-refusal.server.ts",
  },
} satisfies Record<string, Counted>;
export type CountLimit = keyof typeof COUNT_LIMITS;

/** So many within a window of time; all are taken by platform/rate-limit.server.ts. */
export const RATE_LIMITS = [
  RESETS_PER_ACCOUNT,
  RESETS_PER_ADDRESS,
  RESETS_SHARED,
  CODES_PER_ACCOUNT,
  CODES_PER_NUMBER,
  EMAIL_CHANGES,
  PASSWORD_CHECKS,
  PAIRINGS_PER_ADDRESS,
  CODES_ENTERED,
  ENROLLS_OF_KEY,
  ENROLLS_OF_ADDRESS,
  WHOLE_FLEET_READS,
] as const;

/** Acts that happen once, however often they are asked for at once, and where that is decided. */
export const ONE_TIME_ACTS = {
  use_reset_link: "app/features/people/set-password.server.ts",
  use_first_superuser_link: "app/features/people/create-first-superuser.server.ts",
  confirm_email: "app/features/people/change-email.server.ts",
  withdraw_email: "app/features/people/change-email.server.ts",
  issue_reset_link: "app/features/people/request-password-reset.server.ts",
  accept_terms: "app/features/people/accept-terms.server.ts",
  confirm_phone: "app/features/people/verify-phone.server.ts",
  revoke_api_token: "app/features/people/api-tokens.server.ts",
  end_service_account: "app/features/people/service-accounts.server.ts",
  end_session: "app/features/people/list-sessions.server.ts",
  end_other_sessions: "app/features/people/list-sessions.server.ts",
  sign_out: "app/features/people/sign-out.server.ts",
  unlock: "app/features/people/manage-access.server.ts",
  force_reset: "app/features/people/manage-access.server.ts",
  deactivate: "app/features/people/manage-access.server.ts",
  activate: "app/features/people/manage-access.server.ts",
  delete_person: "app/features/people/delete-person.server.ts",
  delete_customer: "app/features/organizations/customers.server.ts",
  delete_facility: "app/features/organizations/facilities.server.ts",
  lock_account: "app/features/people/sign-in-attempts.server.ts",
  notifications_off: "app/features/people/subscription.server.ts",
  notifications_on: "app/features/people/subscription.server.ts",
  retry_message: "app/features/mail/retry-message.server.ts",
  pair_display: "app/features/displays/pairing.server.ts",
  hide_comment: "app/features/comments/comments.server.ts",
  delete_comment: "app/features/comments/comments.server.ts",
  delete_annotation: "app/features/analytics/annotations/annotations.server.ts",
  delete_saved_question: "app/features/analytics/saved/saved-questions.server.ts",
  delete_measure: "app/features/measures/measures.server.ts",
  end_enrollment_key: "app/features/enrollment/enrollment-keys.server.ts",
  replace_machine: "app/features/configuration/replace-machine.server.ts",
  retire_machine: "app/features/configuration/retire-machine.server.ts",
  restore_machine: "app/features/configuration/retire-machine.server.ts",
  retire_facility: "app/features/configuration/retire-machine.server.ts",
  restore_facility: "app/features/configuration/retire-machine.server.ts",
  revoke_display: "app/features/displays/displays.server.ts",
  delete_sampler: "app/features/samplers/delete-sampler.server.ts",
  delete_mapping: "app/features/samplers/delete-mapping.server.ts",
  delete_email_cc: "app/features/mail/email-ccs.server.ts",
  acknowledge_alarm: "app/features/alarms/handle-alarm.server.ts",
  unshelve_alarm: "app/features/alarms/handle-alarm.server.ts",
  delete_alarm: "app/features/alarms/define-alarm.server.ts",
  complete_maintenance: "app/features/maintenance/update-maintenance.server.ts",
  snooze_maintenance: "app/features/maintenance/update-maintenance.server.ts",
  unsnooze_maintenance: "app/features/maintenance/update-maintenance.server.ts",
  request_parts_quote: "app/features/maintenance/request-parts-quote.server.ts",
  delete_maintenance: "app/features/maintenance/delete-maintenance.server.ts",
} satisfies Record<string, string>;
export type OneTimeAct = keyof typeof ONE_TIME_ACTS;
