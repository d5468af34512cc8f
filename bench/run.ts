/**
 * `npm run bench -- NAME [arguments]` runs bench/NAME.ts, which exports `about`, one line, and
 * `run(args)`. Without a name it lists them. Figures that count are in docs/performance.md.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Bench = { about: string; run(args: string[]): Promise<void> };

const OTHERS = /^(run|_.*|.*\.test)\.ts$/;

const listBenches = (): string[] =>
  readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !OTHERS.test(entry.name))
    .map((entry) => entry.name.slice(0, -3))
    .sort();

const loadBench = async (name: string): Promise<Bench> =>
  (await import(pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href)) as Bench;

const [name, ...args] = process.argv.slice(2);
const names = listBenches();

if (name === undefined) {
  console.log("npm run bench -- NAME [arguments]\n");
  for (const each of names)
    console.log(`  ${each.padEnd(10)} ${(await loadBench(each)).about ?? ""}`);
  if (names.length === 0) console.log("  (there is none yet)");
} else if (!names.includes(name)) {
  console.error(`There is no bench "${name}"; there are: ${names.join(", ")}.`);
  process.exitCode = 1;
} else {
  await (await loadBench(name)).run(args);
  // Sockets that a bench left open must not keep it from ending.
  process.exit();
}
