/**
 * A host as a client names it: a name or an address, and a port or none. `x@localhost` or `evil/localhost` are read as an
 * address too, but as another one than was written; and a name with other signs (`a,localhost`) is one that fetch refuses.
 */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{0,5})?$/i;

/** Whether a request names a host, and nothing besides. Its URL is made of the Host header, where it has one. */
export function namesHost(url: string, hostHeader: string | null): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === "" && password === "" && (hostHeader === null || HOST.test(hostHeader));
}
