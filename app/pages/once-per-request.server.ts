import type { AppLoadContext } from "@remix-run/cloudflare";

const perRequest = new WeakMap<AppLoadContext, Map<string, Promise<unknown>>>();

/** What the loaders of one request all ask for is looked up once; `key` names it. */
export function oncePerRequest<T>(
  context: AppLoadContext,
  key: string,
  look: () => Promise<T>,
): Promise<T> {
  const known = perRequest.get(context) ?? new Map<string, Promise<unknown>>();
  perRequest.set(context, known);
  const looked = known.get(key) ?? look();
  known.set(key, looked);
  return looked as Promise<T>;
}
