/**
 * The usage-analytics agent (Pendo's, or one that speaks as it does), which counts page views. It is on in staging and
 * production only, and only with PENDO_AGENT set; where it is off nothing of it is loaded, and no policy names it.
 */
import type { UsageAgent, WebEnv } from "./env.ts";

type Env = Pick<WebEnv, "HELIOS_MODE"> & Partial<UsageAgent>;

/** Of Pendo: the agent comes from the first, its reports go to the others. */
const PENDO_HOSTS = "https://cdn.pendo.io https://data.pendo.io https://app.pendo.io";
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/;
const KEY = /^[A-Za-z0-9._-]{1,100}$/;

/** The agent's public key; null where it is off. */
export const usageToken = ({ HELIOS_MODE, PENDO_AGENT }: Env): string | null =>
  HELIOS_MODE !== "local" && PENDO_AGENT && KEY.test(PENDO_AGENT) ? PENDO_AGENT : null;

/** Origins that a page of it may load from and report to; what is no origin is left out of the policy. */
export const usageHosts = (env: Env): string[] =>
  usageToken(env) === null
    ? []
    : (env.PENDO_HOSTS || PENDO_HOSTS).split(" ").filter((host) => ORIGIN.test(host));
