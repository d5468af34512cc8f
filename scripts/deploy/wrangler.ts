/** Runs wrangler and reads what it says. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/build.ts";
import { CONFIGS, type Environment, type WorkerName } from "./plan.ts";

export type Said = { ok: boolean; output: string };

export function wrangler(
  args: string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, "node_modules", ".bin", "wrangler"), args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CI: "1",
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_HIDE_BANNER: "true",
        ...options.env,
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (options.show) process.stdout.write(chunk);
      });
    }
    child.on("error", reject);
    child.on("exit", (code) => resolve({ ok: code === 0, output }));
  });
}

const UNIT_BYTES: Record<string, number> = { B: 1, KiB: 1024, MiB: 1024 * 1024 };

/** "Total Upload: 512.30 KiB / gzip: 128.10 KiB" → the compressed bytes; null when it says no such thing. */
export function readCompressedBytes(output: string): number | null {
  const match = /Total Upload: +[\d.]+ \w+ \/ gzip: +([\d.]+) (B|KiB|MiB)/.exec(output);
  return match ? Math.round(Number(match[1]) * (UNIT_BYTES[match[2] ?? ""] ?? Number.NaN)) : null;
}

/** Bundles a Worker as a deploy would; needs neither an account nor a network. Throws with wrangler's words. */
export async function dryRun(
  worker: WorkerName,
  environment: Environment,
): Promise<{ compressedBytes: number }> {
  const outdir = mkdtempSync(join(tmpdir(), `helios-${worker}-`));
  try {
    const said = await wrangler(
      [
        "deploy",
        "--dry-run",
        "--minify",
        "--outdir",
        outdir,
        "--config",
        CONFIGS[worker],
        "--env",
        environment,
      ],
      {
        // A token in the environment must not make a rehearsal talk to the account.
        env: { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "" },
      },
    );
    const compressedBytes = readCompressedBytes(said.output);
    if (!said.ok || compressedBytes === null)
      throw new Error(`wrangler deploy --dry-run of ${worker} failed:\n${said.output}`);
    return { compressedBytes };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
