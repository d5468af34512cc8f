/** Keeps each built script and style sheet as brotli and gzip too (workers/hashed-assets.ts serves them). */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** What is smaller fits one packet anyway. */
const MIN_BYTES = 1_000;

export function compressAssets(directory: string): void {
  for (const name of readdirSync(directory).filter((file) => /\.(?:js|css)$/.test(file))) {
    const path = join(directory, name);
    const bytes = readFileSync(path);
    if (bytes.length < MIN_BYTES) continue;
    const brotli = {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, brotli));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
