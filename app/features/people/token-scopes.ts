import type { ApiScope } from "#app/domain/access/api-scopes.ts";

/** A colon divides namespaces in the keys of texts. */
const WORDS = {
  "read:machines": "read_machines",
  "read:series": "read_series",
  "read:organizations": "read_organizations",
  "write:machines": "write_machines",
  "write:samplers": "write_samplers",
} as const satisfies Record<ApiScope, string>;

export const scopeWords = (scope: ApiScope) => WORDS[scope];
