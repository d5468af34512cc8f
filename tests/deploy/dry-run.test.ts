/** Every Worker bundles as a deploy would bundle it, and fits. Needs the build; no account, no network. */
import { expect, test } from "vitest";
import { CONFIGS, MAX_COMPRESSED_BYTES, type WorkerName } from "#scripts/deploy/plan.ts";
import { dryRun } from "#scripts/deploy/wrangler.ts";

test.each(Object.keys(CONFIGS) as WorkerName[])("%s is under 3 MiB compressed", async (worker) => {
  const { compressedBytes } = await dryRun(worker, "production");
  console.log(`${worker}: ${(compressedBytes / 1024).toFixed(1)} KiB compressed`);
  expect(compressedBytes).toBeGreaterThan(0);
  expect(compressedBytes).toBeLessThan(MAX_COMPRESSED_BYTES);
});
