/** Where a person goes after signing in. Only paths of this site: a redirect parameter comes from a link anybody can write. */
const BASE = "http://same.origin.invalid";
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The path, query and fragment when `wanted` is a path of this site; else the fallback. */
export function safeRedirect(wanted: unknown, fallback = "/dashboard"): string {
  if (
    typeof wanted !== "string" ||
    wanted.length > 2000 ||
    !isSitePath(wanted) ||
    !isSitePath(decoded(wanted))
  )
    return fallback;
  const url = new URL(wanted, BASE);
  // Dot segments may have left a path that starts with two slashes.
  return url.origin === BASE && isSitePath(url.pathname)
    ? url.pathname + url.search + url.hash
    : fallback;
}

function isSitePath(text: string | null): boolean {
  return (
    text !== null &&
    text.startsWith("/") &&
    !/^\/[/\\]/.test(text) &&
    !text.includes("\\") &&
    !CONTROL.test(text)
  );
}

/** A browser or proxy may decode before it follows, so the decoded form must be safe as well. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
