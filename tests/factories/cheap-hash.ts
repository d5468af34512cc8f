import type * as Secrets from "#app/db/secrets.ts";

/** A hash knows its cost, so tests need not wait for the real one. */
export const CHEAP = { N: 1024, r: 8, p: 1 };

/**
 * The same hashes at a lower cost, where what is tried is the order of writes:
 *
 *     vi.mock(import("#app/db/secrets.ts"), async (original) =>
 *       (await import("./factories/cheap-hash.ts")).hashCheaply(await original()),
 *     );
 */
export const hashCheaply = (real: typeof Secrets): typeof Secrets => ({
  ...real,
  hashPassword: (password) => real.hashPassword(password, CHEAP),
});
