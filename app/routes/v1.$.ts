import { answerUnknownPath } from "~/http/define-api.server";

/** Every /v1 path that names nothing answers JSON too. */
export const loader = answerUnknownPath;
export const action = answerUnknownPath;
