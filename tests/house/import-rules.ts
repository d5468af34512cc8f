/**
 * Who may import whom (the table is in docs/architecture.md). A layer names the folders it may
 * reach and the packages it may not; what is not allowed is a breach. Tests may import anything.
 */
import { posix } from "node:path";
import { isTest, type Import } from "./source-files.ts";

type Layer =
  | "root"
  | "routes"
  | "feature"
  | "use case"
  | "endpoints"
  | "form answers"
  | "components"
  | "kit"
  | "domain"
  | "db"
  | "storage"
  | "live"
  | "platform"
  | "api"
  | "pages"
  | "locales"
  | "all-texts"
  | "texts"
  | "styles"
  | "worker"
  | "web part"
  | "stand"
  | "web entry"
  | "program"
  | "simulator"
  | "config"
  | "build";

/** Layers that each layer may import from, besides its own folder where `own` says so. */
const MAY: Record<Layer, { own: boolean; layers: readonly Layer[] }> = {
  root: {
    own: true,
    layers: [
      "feature",
      "form answers",
      "platform",
      "pages",
      "kit",
      "components",
      "domain",
      "locales",
      "all-texts",
      "live",
      "styles",
    ],
  },
  routes: {
    own: true,
    layers: [
      "all-texts",
      "feature",
      "use case",
      "endpoints",
      "form answers",
      "platform",
      "api",
      "pages",
      "kit",
      "components",
      "domain",
      "locales",
      "texts",
      "styles",
    ],
  },
  feature: { own: true, layers: ["kit", "components", "live", "domain", "locales", "texts"] },
  // An area's words, in both languages: whoever says them registers them. They may name what the domain fixes, as an address.
  texts: { own: true, layers: ["locales", "domain"] },
  "use case": { own: true, layers: ["use case", "platform", "domain", "db", "storage"] },
  // An area's /v1 endpoints and what its forms are answered.
  endpoints: { own: true, layers: ["endpoints", "api", "use case", "platform", "domain"] },
  "form answers": {
    own: true,
    layers: ["pages", "kit", "use case", "platform", "domain", "locales", "texts"],
  },
  // Forms and tables: know the house and no feature.
  kit: { own: true, layers: ["kit", "components", "domain", "locales", "texts"] },
  components: { own: true, layers: ["components", "domain", "locales"] },
  domain: { own: true, layers: ["domain"] },
  db: { own: true, layers: ["db", "domain"] },
  storage: { own: true, layers: ["storage", "domain"] },
  live: { own: true, layers: ["live", "domain"] },
  platform: { own: true, layers: ["platform", "domain", "db", "storage", "locales"] },
  api: { own: true, layers: ["api", "platform", "domain"] },
  pages: { own: true, layers: ["pages", "kit", "platform", "domain"] },
  // The words of every page, and how an area's words come with its pages; no area's own.
  locales: { own: true, layers: ["locales", "domain"] },
  // Every area's words in one object: for the server, which draws any page, and for tests.
  "all-texts": { own: true, layers: ["locales", "texts"] },
  styles: { own: true, layers: ["styles"] },
  worker: { own: true, layers: ["platform", "domain", "db", "storage", "use case"] },
  // A part under a test's or a bench's hands; not in the product.
  stand: { own: true, layers: ["stand", "worker", "live", "platform", "domain", "db", "storage"] },
  // What stands before Remix in the web Worker.
  "web part": { own: true, layers: ["web part", "platform", "domain"] },
  "web entry": {
    own: true,
    layers: [
      "web part",
      "platform",
      "api",
      "pages",
      "domain",
      "db",
      "storage",
      "use case",
      "build",
    ],
  },
  program: {
    own: true,
    layers: [
      "program",
      "platform",
      "domain",
      "db",
      "storage",
      "use case",
      "stand",
      "config",
      "simulator",
    ],
  },
  simulator: { own: true, layers: ["simulator", "domain"] },
  config: { own: true, layers: ["config"] },
  build: { own: true, layers: ["build"] },
};

const REACT_OR_REMIX =
  /^(react|react-dom|react-i18next|remix-i18next|@remix-run|@headlessui|@conform-to\/react|lucide-react)(\/|$)/;
const NODE = /^node:/;

/** Packages a layer never imports. Domain is the strict one: zod and nothing else. */
function forbiddenPackage(layer: Layer, name: string): boolean {
  if (layer === "domain") return name !== "zod";
  if (layer === "use case" || layer === "db" || layer === "storage" || layer === "worker")
    return REACT_OR_REMIX.test(name);
  if (layer === "feature" || layer === "components" || layer === "live")
    return NODE.test(name) || /^(drizzle-orm|hono)(\/|$)/.test(name);
  return false;
}

/** Words of an area or of the kit, and where they are registered. */
const TEXTS = /\/texts(?:\.[a-z]{2})?\.ts$/;

function featureLayer(path: string): Layer {
  if (path.endsWith(".api.server.ts")) return "endpoints";
  if (path.endsWith(".page.server.ts")) return "form answers";
  return /\.server\.tsx?$/.test(path) ? "use case" : "feature";
}

export function layerOf(path: string): Layer {
  const [top = "", second = ""] = path.split("/");
  if (path.includes("/testing/")) return "stand";
  if (top === "app") {
    if (/^app\/[^/]+\.[a-z]+$/.test(path)) return "root";
    if (TEXTS.test(path)) return "texts";
    if (second === "features") return featureLayer(path);
    return second as Layer;
  }
  if (path === "workers/app.ts") return "web entry";
  if (top === "workers") return path.split("/").length === 2 ? "web part" : "worker";
  if (top === "simulator") return "simulator";
  if (top === "scripts" || top === "bench") return "program";
  if (top === "build") return "build";
  return "config";
}

const FEATURE_LAYERS: ReadonlySet<Layer> = new Set([
  "feature",
  "use case",
  "endpoints",
  "form answers",
]);

/** Two files of one folder belong together: a page, a feature, a Worker. */
function unitOf(path: string): string {
  const parts = path.split("/");
  const layer = layerOf(path);
  if (FEATURE_LAYERS.has(layer)) return parts.slice(0, 3).join("/");
  // A page is a folder; an endpoint is a single file.
  if (layer === "routes") return parts.length > 3 ? parts.slice(0, 3).join("/") : path;
  if (layer === "worker") return parts.slice(0, 2).join("/");
  return parts.slice(0, Math.min(2, parts.length - 1)).join("/");
}

const ENDINGS = ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts", "/index.tsx", "/route.tsx"];

/** The file a local specifier names, or null when it names a package. Throws nothing: a missing file answers its bare path. */
export function resolveImport(
  from: string,
  specifier: string,
  exists: (path: string) => boolean,
): string | null {
  const bare = specifier.split("?")[0]!;
  const target = bare.startsWith("#")
    ? bare.slice(1)
    : bare.startsWith(".")
      ? posix.join(posix.dirname(from), bare)
      : null;
  if (target === null) return null;
  return ENDINGS.map((ending) => target + ending).find(exists) ?? target;
}

const SERVER: ReadonlySet<Layer> = new Set(["use case", "endpoints", "form answers"]);

/** One sentence per breach, naming both files. */
export function breachesOf(
  from: string,
  imports: readonly Import[],
  exists: (path: string) => boolean,
): string[] {
  if (isTest(from) || from === "vitest.config.ts") return [];
  const layer = layerOf(from);
  return imports.flatMap(({ specifier, typeOnly }) => {
    const to = resolveImport(from, specifier, exists);
    if (to === null)
      return forbiddenPackage(layer, specifier)
        ? [`${from} (${layer}) must not import the package ${specifier}`]
        : [];
    const target = layerOf(to);
    if (isTest(to))
      return [`${from} must not import ${to}: tests and their helpers stay out of the product`];
    // In the browser's half of a feature, a use case may lend its types and nothing that runs.
    if (layer === "feature" && target !== "feature" && unitOf(from) === unitOf(to)) {
      return typeOnly
        ? []
        : [`${from} must not import ${to}: a use case runs on the server; import its types only`];
    }
    if (layer === "use case" && to.endsWith(".tsx"))
      return [`${from} (use case) must not import ${to}: it knows no React`];
    if (unitOf(from) === unitOf(to) && MAY[layer].own) return [];
    if (layer === "routes" && target === "routes")
      return [`${from} must not import ${to}: a route never imports another route`];
    if (layer === "feature" && target === "feature")
      return [`${from} must not import ${to}: another feature's inside`];
    if (layer === "worker" && target === "worker")
      return [`${from} must not import ${to}: another Worker's folder`];
    // What a thing is (its contract, its types, its schemas) is known on the server too; a component is not.
    if (SERVER.has(layer) && target === "feature" && !to.endsWith(".tsx")) return [];
    return MAY[layer].layers.includes(target)
      ? []
      : [`${from} (${layer}) must not import ${to} (${target})`];
  });
}

/**
 * How a file names another: below its own folder by `./`, elsewhere by `#room/…`, always whole, with its
 * ending. One sentence per breach; what no file answers to is none of this rule's business.
 */
export function misspelledImports(
  from: string,
  imports: readonly Import[],
  exists: (path: string) => boolean,
): string[] {
  const here = `${posix.dirname(from)}/`;
  return imports.flatMap(({ specifier }) => {
    const to = resolveImport(from, specifier, exists);
    if (to === null || !exists(to) || !to.includes("/")) return [];
    const right = to.startsWith(here) ? `./${to.slice(here.length)}` : `#${to}`;
    const is = specifier.split("?")[0]!;
    return is === right ? [] : [`${from} imports "${is}": write "${right}"`];
  });
}

/** Circles among imports that run (types are erased), each as `a → b → a`. */
export function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}
