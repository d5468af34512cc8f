/** Unit tests that replace a module or load it anew: each has a process of its own, where the others share one. */
export const ALONE = [
  "app/components/area-texts.test.tsx",
  "app/domain/series/held-rows.test.ts",
  "app/features/dashboard/alarm-sound.test.ts",
  "app/features/people/sign-in.server.test.ts",
  "app/storage/unpacked-pages.test.ts",
  "tests/page-foreign-ids.test.ts",
  "tests/races.test.ts",
];
