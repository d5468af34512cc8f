import { SEND_KEY_HEADER } from "#app/domain/send-key.ts";

/** Any site may call with a token of its own; cookies never count from elsewhere, so nothing is lent to it. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "X-Request-Id, Retry-After, Content-Disposition, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
} as const;
/** The same for what is answered before an endpoint is asked. */
export function withCors(answer: Response): Response {
  for (const [name, value] of Object.entries(CORS)) answer.headers.set(name, value);
  if (!answer.headers.has("X-Request-Id")) answer.headers.set("X-Request-Id", crypto.randomUUID());
  return answer;
}

const PREFLIGHT_SECONDS = 86_400;

/** What a browser asks before a page of another site calls. */
export function preflightResponse(methods: readonly string[], requestId: string): Response {
  const headers = new Headers({
    ...CORS,
    Allow: methods.join(", "),
    "Access-Control-Allow-Methods": methods.join(", "),
    "Access-Control-Allow-Headers": `Authorization, Content-Type, Accept, X-Requested-With, ${SEND_KEY_HEADER}`,
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
    "X-Request-Id": requestId,
  });
  return new Response(null, { status: 204, headers });
}
