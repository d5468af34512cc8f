/**
 * Every /v1 endpoint by its path, filled as the route modules load; Remix's server build loads them all
 * before the first request, so the API's description is complete.
 */
import type { AnyMethods } from "./types.ts";

const byPath = new Map<string, AnyMethods>();

export const registerApi = (path: string, methods: AnyMethods): void =>
  void byPath.set(path, methods);

export const registeredApis = (): [path: string, methods: AnyMethods][] =>
  [...byPath].sort(([a], [b]) => (a < b ? -1 : 1));
