import { namesHost } from "./host.ts";

/** Whether a host name is this machine's own: what other machines cannot reach, or ask for by mistake. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Whether a request names this machine as its host, by the Host header that its URL is made of. */
export const isLoopbackRequest = ({ url, headers }: Pick<Request, "url" | "headers">): boolean =>
  namesHost(url, headers.get("host")) && isLoopbackHost(new URL(url).hostname);
