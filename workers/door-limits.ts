/**
 * What no Worker is handed: addresses and headers that are longer than any of Helios' own. Whatever reads them
 * (routes, languages, cookies, user agents, the log) takes time by their length.
 */
export const MAX_PATH_LENGTH = 2_048;
/** Wide enough for a thousand machines or metrics in one question of /v1. */
export const MAX_QUERY_LENGTH = 16_384;
/** Names and values of all headers together. */
export const MAX_HEADERS_LENGTH = 32_768;
/** A browser's words about itself and its languages; a cookie of ours has a few hundred characters. */
const MAX_LENGTHS = { "accept-language": 1_024, "user-agent": 2_048, cookie: 16_384 } as const;

/** 414 or 431, or null when nothing is too long. */
export function refuseTooLong(request: Request, url: URL): Response | null {
  if (url.pathname.length > MAX_PATH_LENGTH)
    return refuse(414, "uri_too_long", `A path has at most ${MAX_PATH_LENGTH} characters.`);
  if (url.search.length > MAX_QUERY_LENGTH)
    return refuse(414, "uri_too_long", `A query has at most ${MAX_QUERY_LENGTH} characters.`);
  for (const [name, most] of Object.entries(MAX_LENGTHS))
    if ((request.headers.get(name)?.length ?? 0) > most)
      return refuse(431, "header_too_long", `The header ${name} has at most ${most} characters.`);
  let length = 0;
  for (const [name, value] of request.headers) length += name.length + value.length;
  return length > MAX_HEADERS_LENGTH
    ? refuse(
        431,
        "header_too_long",
        `All headers together have at most ${MAX_HEADERS_LENGTH} characters.`,
      )
    : null;
}

const refuse = (status: number, error: string, message: string): Response =>
  Response.json({ error, message }, { status });
