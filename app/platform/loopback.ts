/** Whether a host name is this machine's own: what other machines cannot reach, or ask for by mistake. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);
