import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { PARTS, scriptNaming, SHARED } from "./page-scripts.ts";
import remixConfig from "./remix.config.js";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

// The built server runs in a Worker, with everything inside; `npm run dev` runs it in Node, with packages as they are.
const inWorker = {
  target: "webworker" as const,
  noExternal: true as const,
  resolve: {
    conditions: ["workerd", "worker", "browser"],
    externalConditions: ["workerd", "worker"],
  },
};

type Modules = {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

const ROOT = path("./");

/** A module's path from the root; of a package from its node_modules, wherever that lies; what Vite makes by its bare name. */
function modulePath(id: string): string {
  const inPackages = id.lastIndexOf("/node_modules/");
  if (inPackages >= 0) return id.slice(inPackages + 1);
  return id.startsWith(ROOT) ? id.slice(ROOT.length) : id.replace("\0", "");
}

/**
 * Which script each module comes in, where one names it (page-scripts.ts). A shared one takes along what its modules import
 * and no script before it has taken: in the order of the list, as that of the modules is another in each build.
 */
function scriptsOf({ getModuleIds, getModuleInfo }: Modules): ReadonlyMap<string, string> {
  const scripts = new Map<string, string>();
  for (const id of getModuleIds()) {
    const named = scriptNaming([...SHARED, ...PARTS], modulePath(id));
    if (named !== undefined) scripts.set(id, named);
  }
  for (const { script } of SHARED) {
    const taken = [...scripts.keys()].filter((id) => scripts.get(id) === script);
    for (const id of taken)
      for (const imported of getModuleInfo(id)?.importedIds ?? [])
        if (!scripts.has(imported)) {
          scripts.set(imported, script);
          taken.push(imported);
        }
  }
  return scripts;
}

const REMIX_LOADS_ANEW = "window.location.reload();\n    return new Promise(() => {";

/**
 * A page whose script cannot be fetched says so in its own place (app/components/layout/lost-script.ts), where Remix would load
 * the document anew. The dev server takes Remix as it is.
 */
const pagesOutliveLostScripts: Plugin = {
  name: "helios-lost-scripts",
  apply: "build",
  transform(code, id) {
    if (!/\/@remix-run\/react\/dist\/esm\/routeModules\.js$/.test(id)) return null;
    if (!code.includes(REMIX_LOADS_ANEW))
      return this.error("Remix loads a lost script in another way.");
    const from = JSON.stringify(path("./app/components/layout/lost-script.ts"));
    const instead =
      "const page = standInFor(route.module, route.hasErrorBoundary);\n    if (page) return page;\n    ";
    const changed = code.replace(REMIX_LOADS_ANEW, instead + REMIX_LOADS_ANEW);
    return { code: `import { standInFor } from ${from};\n${changed}`, map: null };
  },
};

const REMIX_DISCOVERS =
  "await fetchAndApplyManifestPatches([path], fetcherKey ? window.location.href : path,";

const ROUTER_MISSES = /if \(!fetcherMatches\) \{\s+revalidatingFetchers\.push\(\{[^}]+\}\);/;

/**
 * So does what is opened, read or sent, until Remix knows what stands at its address (until-answered.ts). Where all is
 * read again meanwhile, as after a form, the router would say of it that it does not exist (404): it is read once it is known.
 */
const pagesOutliveLostRoutes: Plugin = {
  name: "helios-lost-routes",
  apply: "build",
  transform(code, id) {
    if (/\/@remix-run\/router\/dist\/router\.js$/.test(id)) {
      if (!ROUTER_MISSES.test(code)) return this.error("The router reads again in another way.");
      return { code: code.replace(ROUTER_MISSES, "if (!fetcherMatches) {"), map: null };
    }
    if (!/\/@remix-run\/react\/dist\/esm\/fog-of-war\.js$/.test(id)) return null;
    const begin = code.indexOf(REMIX_DISCOVERS);
    const end = code.indexOf(";", begin);
    if (begin < 0 || end < 0) return this.error("Remix discovers routes in another way.");
    const from = JSON.stringify(path("./app/components/layout/until-answered.ts"));
    const ask = `() => ${code.slice(begin, end).replace("await ", "")}`;
    const changed = `${code.slice(0, begin)}await untilAnswered(${ask}, signal)${code.slice(end)}`;
    return { code: `import { untilAnswered } from ${from};\n${changed}`, map: null };
  },
};

const REMIX_TELLS_OF_ALL =
  // eslint-disable-next-line no-template-curly-in-string -- it is Remix's source
  "  } catch (e) {\n    console.error(e);\n    throw new Error(`Unable to decode turbo-stream response from URL: ${url.toString()}`);";

const REMIX_DECODES = "let decoded = await decodeViaTurboStream(res.body, window);";

const STREAM_PROMISES = "      this.reject = reject;\n    });\n";

/**
 * Data that the router gave up, because the reader went on meanwhile, is no failure: Remix writes it to the console as one,
 * and lets the end of the answer, and parts that nobody waits for, fail unheard. Who waits for a part of it hears of it there.
 * An answer that breaks off before the page can be read from it is none: it fails as where nobody answers, by a TypeError. What
 * came whole and cannot be read is an answer, and has its status.
 */
const dataGivenUpIsNoFailure: Plugin = {
  name: "helios-data-given-up",
  apply: "build",
  transform(code, id) {
    if (/\/turbo-stream\/dist\/turbo-stream\.mjs$/.test(id)) {
      if (!code.includes(STREAM_PROMISES))
        return this.error("turbo-stream makes promises in another way.");
      const heard = `${STREAM_PROMISES}    this.promise.catch(() => undefined);\n`;
      return { code: code.replace(STREAM_PROMISES, () => heard), map: null };
    }
    if (!/\/@remix-run\/react\/dist\/esm\/single-fetch\.js$/.test(id)) return null;
    if (!code.includes(REMIX_TELLS_OF_ALL) || !code.includes(REMIX_DECODES))
      return this.error("Remix tells of data that cannot be read in another way.");
    const instead =
      "  } catch (e) {\n    if (init.signal?.aborted || e instanceof TypeError) throw e;\n    console.error(e);\n    throw Object.assign(new Error('Unable to decode ' + url), { status: res.status });";
    const heard = `${REMIX_DECODES} decoded.done.catch(() => undefined);`;
    const changed = code.replace(REMIX_TELLS_OF_ALL, () => instead).replace(REMIX_DECODES, heard);
    return { code: changed, map: null };
  },
};

const SOCKET_ADVICE = /console\.(?:error|warn)\(\s*(?:`[^`\\]*(?:\\.[^`\\]*)*`|"[^"]*")\s*\);/g;

/** What a socket advises its developers in a browser without sockets, and each page would fetch. */
const socketsGiveNoAdvice: Plugin = {
  name: "helios-socket-advice",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/partysocket/dist/ws.js")) return null;
    if (code.match(SOCKET_ADVICE)?.length !== 3)
      return this.error("partysocket gives advice in another way.");
    return { code: code.replace(SOCKET_ADVICE, ";"), map: null };
  },
};

const REMIX_FETCHES =
  "async function fetchAndDecode(url, init) {\n  let res = await fetch(url, init);";

const REMIX_OPENS_A_PAGE =
  "      let data = await fetchAndDecode(url, init);\n      singleFetchDfd.resolve";

const REMIX_ASKS_AHEAD = `React.createElement("link", _extends({
    key: href,
    rel: "prefetch",
    as: "fetch",
    href: href
  }, linkProps))`;

const REMIX_WAITS_FOR_FINGERS = "onTouchStart: composeEventHandlers(onTouchStart, setIntent)";

/** A press, which a click may follow sooner than Remix waits, asks at once; a finger that leaves is no intent any more. */
const asksWhenPressed = `onTouchStart,
    onPointerDown: composeEventHandlers(theirElementProps.onPointerDown, () => prefetch === "intent" && setShouldPrefetch(true)),
    onPointerLeave: composeEventHandlers(theirElementProps.onPointerLeave, cancelIntent)`;

const REMIX_LOADS_ROUTES_BEFORE =
  'let routeModulesScript = !isStatic ? " " : `${(_manifest$hmr = manifest.hmr)';

const REMIX_LOADS_ENTRY = "JSON.stringify(manifest.entry.module)});`;";

const REMIX_PRELOADS = `React.createElement("link", {
    rel: "modulepreload",
    href: manifest.entry.module,
    crossOrigin: props.crossOrigin
  }), dedupe(preloads).map(path => /*#__PURE__*/React.createElement("link", {
    key: path,
    rel: "modulepreload",
    href: path,
    crossOrigin: props.crossOrigin
  })), initialScripts`;

/** The scripts of a page come after its first picture (app/components/layout/load-after-paint.ts). */
const scriptsFollowThePicture: Plugin = {
  name: "helios-after-paint",
  apply: "build",
  transform(code, id, { ssr } = {}) {
    if (!id.endsWith("/@remix-run/react/dist/esm/components.js")) return null;
    const begin = code.indexOf(REMIX_LOADS_ROUTES_BEFORE);
    const end = code.indexOf(REMIX_LOADS_ENTRY) + REMIX_LOADS_ENTRY.length;
    if (begin < 0 || end < begin || !code.includes(REMIX_PRELOADS))
      return this.error("Remix loads a page's scripts in another way.");
    const load = ssr
      ? `let routeModulesScript = !isStatic ? " " : \`window.__remixManifest = \${JSON.stringify(getPartialManifest(manifest, router))};\${scriptAfterPaint({
          entry: manifest.entry.module,
          imports: dedupe(manifest.entry.imports.concat(matches.flatMap(({ route }) => manifest.routes[route.id].imports || []))),
          routes: Object.fromEntries(matches.map(({ route }) => [route.id, manifest.routes[route.id].module])),
        })}\`;`
      : 'let routeModulesScript = " ";';
    const from = JSON.stringify(path("./app/components/layout/load-after-paint.ts"));
    const changed = (code.slice(0, begin) + load + code.slice(end)).replace(
      REMIX_PRELOADS,
      "initialScripts",
    );
    return {
      code: ssr ? `import { scriptAfterPaint } from ${from};\n${changed}` : changed,
      map: null,
    };
  },
};

/**
 * What Remix asks for when somebody points at a link is kept for their click (app/components/layout/data-ahead.ts). A page that
 * is opened, or read again, is asked for until there is an answer (until-answered.ts): the one on screen stays meanwhile.
 */
const dataAheadIsKept: Plugin = {
  name: "helios-data-ahead",
  apply: "build",
  transform(code, id) {
    const changes = Object.entries(REMIX_CHANGES).find(([file]) => id.endsWith(file))?.[1];
    if (changes === undefined) return null;
    const from = (file: string) => JSON.stringify(path(`./app/components/layout/${file}`));
    const imports = `import { DataAhead, fetchData } from ${from("data-ahead.ts")};\nimport { untilAnswered } from ${from("until-answered.ts")};`;
    let changed = `${imports}\n${code}`;
    for (const [before, after] of changes) {
      if (!changed.includes(before))
        return this.error(`Remix asks ahead in another way: ${before}`);
      changed = changed.replace(before, () => after);
    }
    return { code: changed, map: null };
  },
};

/** By file: what stands there, and what instead. */
const REMIX_CHANGES: Record<string, [before: string, after: string][]> = {
  "/@remix-run/react/dist/esm/single-fetch.js": [
    [
      REMIX_FETCHES,
      "async function fetchAndDecode(url, init, router) {\n  let res = await fetchData(url, init, router);",
    ],
    [
      REMIX_OPENS_A_PAGE,
      REMIX_OPENS_A_PAGE.replace(
        "fetchAndDecode(url, init)",
        "untilAnswered(() => fetchAndDecode(url, init, router.state), init.signal)",
      ),
    ],
  ],
  "/@remix-run/react/dist/esm/components.js": [
    [REMIX_ASKS_AHEAD, "React.createElement(DataAhead, { key: href, href })"],
    [REMIX_WAITS_FOR_FINGERS, asksWhenPressed],
  ],
};

let scripts: ReadonlyMap<string, string> | undefined;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    pagesOutliveLostScripts,
    pagesOutliveLostRoutes,
    dataGivenUpIsNoFailure,
    dataAheadIsKept,
    socketsGiveNoAdvice,
    scriptsFollowThePicture,
  ],
  resolve: {
    alias: {
      ...(command === "serve" && {
        "react-dom/server": path("./scripts/runner/react-dom-server.dev.ts"),
      }),
    },
  },
  ...(command === "build" ? { ssr: inWorker } : {}),
  build: {
    target: "es2022",
    ...(isSsrBuild
      ? {}
      : {
          // Four per cent less to send than with esbuild (docs/performance.md).
          minify: "terser" as const,
          terserOptions: { ecma: 2020 as const, module: true, compress: { passes: 2 } },
          rollupOptions: {
            output: {
              onlyExplicitManualChunks: true,
              manualChunks: (id: string, modules: Modules) =>
                (scripts ??= scriptsOf(modules)).get(id),
            },
          },
        }),
  },
}));
