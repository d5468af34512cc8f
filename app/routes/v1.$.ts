import { answerUnknownPath } from "#app/api/define-api.server.ts";

/** Every /v1 path that names nothing answers JSON too. */
export const loader = answerUnknownPath;
export const action = answerUnknownPath;
