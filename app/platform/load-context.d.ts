import "@remix-run/cloudflare";
import type { WebEnv } from "./env.ts";

declare module "@remix-run/cloudflare" {
  /** What workers/app.ts hands to every loader and action: one object per request. */
  interface AppLoadContext {
    cloudflare: { env: WebEnv; ctx: ExecutionContext };
    cspNonce: string;
  }
}
