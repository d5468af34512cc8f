/** Unit tests that replace a module, or do something before any is loaded: each has a process of its own, where the others share one. */
export const ALONE = [
  "app/domain/series/held-rows.test.ts",
  "app/features/people/sign-in.server.test.ts",
  "app/features/reports/files/workbook-buffers.test.ts",
  "app/storage/unpacked-pages.test.ts",
  "tests/page-foreign-ids.test.ts",
  "tests/races.test.ts",
];
