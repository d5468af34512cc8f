/** What is left for the jobs Worker, which tries again until it is done. Never a secret: a queue keeps what it carries. */
import type { Locale } from "./preferences.ts";

export type JobMessage =
  | { type: "push_recorder_config"; deviceId: number }
  | { type: "deliver_message"; messageId: number }
  /** After work was marked as done: its curve begins anew before the hour is over. */
  | { type: "keep_burn_rates"; deviceId: number }
  /** A machine took the place of another one, and its samples are still to be handed over. */
  | { type: "finish_replacement"; deviceId: number }
  /** Alarms of the machine's facility went on. */
  | { type: "tell_alarms"; deviceId: number }
  /** `requestId` names the request, so that a job done twice sends one mail. `isDemanded`: by an administrator. */
  | {
      type: "issue_password_reset";
      email: string;
      locale: Locale;
      requestId: string;
      isDemanded?: boolean;
    };

/** The queue as a use case sees it. */
export type JobQueue = { send(message: JobMessage): Promise<unknown> };

/** Beside cron's expressions: fired once as a Helios on one machine starts, for what a kill has cut off. */
export const AT_START = "@start";

/** Another: fired once as the first days of a new demo are written, for the curves that were drawn before them. */
export const AT_HISTORY = "@history";
