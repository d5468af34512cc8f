/** Of what Helios itself calls its pages and calls: small letters, and the few with others. What people name is not of them. */
const OWN_WORD = /^(?:[a-z][a-z_.-]{0,23}|v1|serviceTiers)?$/;

/**
 * A path as it may be told to an outside service: `/machines/7/overview` becomes `/machines/{}/overview`. Ids, keys, serial
 * numbers, codes and whatever else somebody typed become `{}`; the query and the fragment are dropped.
 */
export const shapeOfPath = (path: string): string =>
  path
    .split(/[?#]/, 1)[0]!
    .split("/")
    .map((part) => (OWN_WORD.test(part) ? part : "{}"))
    .join("/");
