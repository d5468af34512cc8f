/** Scripts that a page needs to come alive, as they are sent (brotli); what is loaded later does not count. */
import { readFileSync, readdirSync, statSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CLIENT = join(import.meta.dirname, "../../build/client");
const ASSETS = join(CLIENT, "assets");
const MAX_BYTES = 130_000;
const MACHINE = "routes/_app.machines.$id";
const MOST_SCRIPTS_OF_A_TAB = 24;

type Part = { module: string; imports?: string[] };
type Manifest = { entry: Part; routes: Record<string, Part & { id: string; parentId?: string }> };

const names = readdirSync(ASSETS);
const manifestOf = (): Manifest => {
  const name = names.find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("no manifest: the pages are not built");
  const text = readFileSync(join(ASSETS, name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
};
const sentBytes = (path: string): number => {
  const file = join(CLIENT, path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
};

const hasText = (file: string, text: string): boolean =>
  readFileSync(join(ASSETS, file), "utf8").includes(text);

/** Of a page and of what stands around it. */
function scriptsOf({ entry, routes }: Manifest, leaf: string): string[] {
  const parts = [entry];
  for (let id: string | undefined = leaf; id !== undefined; id = routes[id]?.parentId) {
    expect(routes[id], id).toBeDefined();
    parts.push(routes[id]!);
  }
  return parts.flatMap(({ module, imports = [] }) => [module, ...imports]);
}

test.each([
  ["the dashboard", "routes/_app.dashboard"],
  ["the slideshow", "routes/dashboard.slideshow"],
  ["the sign-in", "routes/login"],
  ["the list of machines", "routes/_app.machines._index"],
  ["a machine's overview", "routes/_app.machines.$id.overview"],
])("%s needs at most 130 KB of scripts, its texts included", (_name, leaf) => {
  const scripts = scriptsOf(manifestOf(), leaf);
  // In Spanish, the longer one: the words of every page, and those of each area that these scripts register.
  const core = names.filter(
    (file) => /^words\.es-.*\.js$/.test(file) && hasText(file, "Ir al contenido"),
  );
  expect(core.length).toBe(1);
  const areas = scripts.flatMap((path) =>
    [...readFileSync(join(CLIENT, path), "utf8").matchAll(/texts\.es-[\w-]{8}\.js/g)].map(
      ([file]) => file,
    ),
  );
  const paths = new Set([...scripts, ...[...core, ...areas].map((file) => `assets/${file}`)]);
  expect(paths.size).toBeGreaterThan(10);
  const bytes = [...paths].reduce((sum, path) => sum + sentBytes(path), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  expect(bytes).toBeGreaterThan(60_000);
});

// Six come at a time over HTTP/1.1: of 46 small ones the last came half a second after the click.
test("each tab of a machine comes in a few scripts that its overview has not brought", () => {
  const manifest = manifestOf();
  const known = new Set(scriptsOf(manifest, `${MACHINE}.overview`));
  const tabs = Object.values(manifest.routes).flatMap(({ id, parentId }) =>
    parentId === MACHINE && /\.[a-z_]+$/.test(id) && id !== `${MACHINE}.overview` ? [id] : [],
  );
  expect(tabs.length).toBeGreaterThan(8);
  const counts = tabs.map((tab) => [
    tab,
    new Set(scriptsOf(manifest, tab).filter((path) => !known.has(path))).size,
  ]);
  expect(counts.filter(([, count]) => Number(count) > MOST_SCRIPTS_OF_A_TAB)).toEqual([]);
});

test("no script waits for one that waits for it: which of them would begin with nothing, the order of loading decides", () => {
  const imports = new Map(
    names
      .filter((file) => file.endsWith(".js"))
      .map((file) => {
        const text = readFileSync(join(ASSETS, file), "utf8");
        const found = text.matchAll(/(?:from|import)"\.\/([\w.$-]+\.js)"/g);
        return [file, [...found].map(([, name = ""]) => name)] as const;
      }),
  );
  expect([...imports.values()].flat().length).toBeGreaterThan(100);
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (path.includes(file) || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  expect(circles).toEqual([]);
});
