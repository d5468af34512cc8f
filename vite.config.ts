import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
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

/**
 * What nearly every page needs comes as a few scripts instead of thirty: fewer requests, and they compress better together.
 * A module takes what it imports with it, so only such as import little are named. The rest is split by route.
 */
const SHARED: [script: string, modules: RegExp][] = [
  [
    "react",
    /node_modules\/(?:react|react-dom|scheduler|turbo-stream|react-router|react-router-dom|@remix-run\/(?:react|router))\//,
  ],
  [
    "shell",
    /vite\/preload-helper\.js$|node_modules\/(?:react-i18next\/|lucide-react\/dist\/esm\/icons\/message-square\.mjs)|\/app\/(?:components\/(?:area-texts|cx|report-asked|hold-pages|load-later|load-when-seen|part-loader|use-formats|use-hydrated|use-in-sight|use-past|use-read-again|call-api|layout\/(?:early-acts|error-screen|logo|nonce|page|page-failure|use-page-title|use-route-failure)|language\/language-context|ui\/(?:button|empty-state|notice|toast))|domain\/(?:durations|preferences|support)|features\/(?:events\/drawer-when-opened|maintenance\/complete-when-opened|shell\/(?:frame-of-now|tabs|use-masking-soon))|components\/use-demo-switching|kit\/(?:chip|popover|states\/lost-page|forms\/(?:keep-typed|read-again|refuse-sent))|locales\/(?:i18n|load-texts|page-texts|area-texts))\.tsx?$/,
  ],
  // What draws a past or a fleet: not of the list of machines.
  [
    "fleet",
    /\/app\/(?:domain\/series\/(?:grid|packed)|features\/dashboard\/(?:fleet-store|fleet-types|need|packed-history|state-spans|use-fleet|use-needs))\.tsx?$/,
  ],
  [
    "machine",
    /\/app\/(?:components\/machine\/(?:signal|state)-[a-z]+|live\/[a-z-]+|domain\/(?:metrics\/state[a-z-]*|live\/[a-z-]+)|features\/machines\/(?:machine-page|past-window|texts|to-initial|use-state-since)|kit\/controls\/name-tip|domain\/(?:limits|machine-tabs|access\/permissions))\.tsx?$/,
  ],
  [
    "fields",
    /\/app\/(?:components\/(?:save-file|forms\/(?:checkbox|select))|domain\/formats\/csv|kit\/table\/table-column)\.tsx?$/,
  ],
];

/**
 * What most pages with forms, choices or charts need, for the same reason: a tab of a machine came as up to 46 scripts. None of
 * these may name what the light pages need before it is asked for, or they load all of it (tests/deploy/page-weight.test.ts).
 */
const PARTS: [script: string, modules: RegExp][] = [
  // What the dashboard shows first. A wall takes its words alone.
  [
    "dashboard",
    /lucide-react\/dist\/esm\/icons\/(?:calendar-clock|circle-off|gallery-horizontal|layout-grid|list|presentation)\.mjs$|\/app\/features\/dashboard\/(?:arriving|attention-strip|card-[a-z]+|facility-button|fleet-(?:dashboard|tiles)|in-turns|machine-(?:card|risk)|need-marks|silent-note|use-(?:backfill-progress|large-fleet|slides)|view-choice)\.tsx?$/,
  ],
  [
    "figures",
    /\/app\/(?:components\/(?:charts\/spark-?[a-z]+|ui\/reading)|features\/dashboard\/(?:texts|use-(?:attention-words|lasted|state-age)))\.tsx?$/,
  ],
  // And at once after it.
  [
    "attention",
    /\/app\/(?:features\/dashboard\/(?:alarm-table|attention-[a-z]+|due-work-table|use-shown-alarms)|routes\/_app\.dashboard\/(?:alarm-watch|fleet-attention))\.tsx?$/,
  ],
  [
    "due",
    /lucide-react\/dist\/esm\/icons\/bell-off\.mjs$|\/app\/(?:components\/(?:due-text|life-left-text|ui\/compact-table)|domain\/maintenance\/due-days|features\/dashboard\/(?:later\/texts|use-cut))\.tsx?$/,
  ],
  // What every page of somebody who is signed in loads once it is alive.
  [
    "later",
    /\/app\/features\/shell\/(?:command-keys|palette-view|pending-bar|printed-at|shortcut|taken-away|texts)\.tsx?$/,
  ],
  [
    "times",
    /\/app\/(?:components\/use-time-in|domain\/formats\/(?:local-days|time-zones|zoned-iso))\.tsx?$/,
  ],
  [
    "tab-bar",
    /lucide-react\/dist\/esm\/icons\/lock\.mjs$|\/app\/(?:components\/layout\/tab-bar|domain\/access\/out-of-service)\.tsx?$/,
  ],
  [
    "machine-frame",
    /lucide-react\/dist\/esm\/icons\/qr-code\.mjs$|\/app\/features\/machines\/(?:header-metrics|machine-header|machine-tab-bar|out-of-service-notice|settings-of-now|tab-content|use-alarms-on)\.tsx?$/,
  ],
  [
    "gauges",
    /\/app\/(?:components\/charts\/gauge|domain\/metrics\/gauge-bands|features\/predictions\/texts)\.tsx?$/,
  ],
  [
    "words.en",
    /\/app\/(?:locales\/en\/[a-z]+|features\/(?:dashboard|machines|predictions|shell)\/texts\.en)\.ts$/,
  ],
  [
    "words.es",
    /\/app\/(?:locales\/es\/[a-z]+|features\/(?:dashboard|machines|predictions|shell)\/texts\.es)\.ts$/,
  ],
  [
    "dialog",
    /node_modules\/use-sync-external-store\/|\/@headlessui\/react\/dist\/(?:components\/(?:description|dialog|focus-trap|portal|transition)\/|hooks\/(?:document-overflow\/|use-(?:document-event|disposables|escape|event|event-listener|flags|inert-others|is-mounted|is-top-layer|is-touch-device|iso-morphic-effect|latest-value|on-disappear|on-unmount|outside-click|owner|root-containers|scroll-lock|server-handoff-complete|slot|store|sync-refs|tab-direction|transition|watch|window-event)\.)|internal\/(?:close-provider|disabled|hidden|open-closed|portal-force-root)|machine|react-glue|utils\/(?:active-element-history|class-names|default-map|disposables|document-ready|dom|env|focus-management|match|micro-task|owner|platform|render|store)\.|components\/keyboard\.)|\/app\/components\/(?:use-(?:focus-return|second-press)\.ts|ui\/dialog\.tsx)$/,
  ],
  [
    "menu",
    /node_modules\/(?:@floating-ui|react-aria|react-stately)\/|\/@headlessui\/react\/dist\/(?:components\/label\/|internal\/(?:floating|id)\.|hooks\/use-(?:active-press|element-size|handle-toggle|quick-release|resolve-button-type|tracked-pointer|tree-walker)\.|utils\/(?:bugs|calculate-active-index|element-movement)\.)/,
  ],
  [
    "choices",
    /node_modules\/@tanstack\/(?:react-virtual|virtual-core)\/|\/@headlessui\/react\/dist\/components\/combobox\/|\/app\/kit\/combobox\//,
  ],
  // Of every form, and all that signing in needs before somebody types.
  [
    "page-forms",
    /node_modules\/@conform-to\/(?:react|dom)\/|\/app\/(?:kit\/forms\/(?:form-contents|use-problem-form|use-problem-words|texts)|components\/forms\/(?:submit-button|field|field-errors|password-field)|domain\/problems)\.tsx?$/,
  ],
  [
    "forms",
    /node_modules\/(?:zod|@conform-to\/zod)\/|\/app\/(?:kit\/forms\/(?:form-parts|use-done-toast|use-gone|problem-summary|parse-form|use-contract-form|use-resource-form|resource-form|leaving|leave-guard|use-asked-close|form-overlay|touched|follow-fresh)|kit\/dialogs\/confirm-dialog|kit\/controls\/check-field|components\/(?:ui\/drawer|forms\/(?:select-field|switch-field))|domain\/(?:json-view|one-line|formats\/api-time|send-key|untouched))\.tsx?$/,
  ],
  [
    "charts",
    /lucide-react\/dist\/esm\/icons\/(?:chart-line|image-down|table-2)\.mjs$|\/app\/(?:kit\/charts\/(?:chart-files|chart-link|chart-notes|chart-skeleton|grid-series|late-picture|nearest-point|point-table|reduce-line|series-chart|series-table|span-text|texts|time-chart|time-table|use-span-words|zoom)|features\/analytics\/(?:use-chart-notes|annotations\/(?:texts|chart-annotations|use-annotations)))\.tsx?$/,
  ],
  [
    "tab-parts",
    /lucide-react\/dist\/esm\/icons\/lock-keyhole\.mjs$|\/app\/(?:components\/(?:use-now|use-tier-name|machine\/use-measure-text|ui\/(?:choice-bar|upsell-panel))|kit\/controls\/(?:accordion|slider)|domain\/(?:metrics\/tag-words|formats\/date-ranges|alarms\/(?:alarm-draft|types)|series\/(?:granularity|max-range))|features\/(?:machines\/locked-tab|analytics\/annotations\/annotation-address))\.tsx?$/,
  ],
];

type Modules = {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

/** Which script each module comes in, where it is named here: a shared one takes along what its modules import. */
function scriptsOf({ getModuleIds, getModuleInfo }: Modules): ReadonlyMap<string, string> {
  const scripts = new Map<string, string>();
  const shared: string[] = [];
  for (const id of getModuleIds()) {
    const script = SHARED.find(([, modules]) => modules.test(id))?.[0];
    if (script !== undefined) shared.push(id);
    const named = script ?? PARTS.find(([, modules]) => modules.test(id))?.[0];
    if (named !== undefined) scripts.set(id, named);
  }
  for (const id of shared)
    for (const imported of getModuleInfo(id)?.importedIds ?? [])
      if (!scripts.has(imported)) {
        scripts.set(imported, scripts.get(id)!);
        shared.push(imported);
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
    const instead = "const page = standInFor(route.module);\n    if (page) return page;\n    ";
    const changed = code.replace(REMIX_LOADS_ANEW, instead + REMIX_LOADS_ANEW);
    return { code: `import { standInFor } from ${from};\n${changed}`, map: null };
  },
};

const REMIX_TELLS_OF_ALL =
  "  } catch (e) {\n    console.error(e);\n    throw new Error(`Unable to decode";

const REMIX_DECODES = "let decoded = await decodeViaTurboStream(res.body, window);";

const STREAM_PROMISES = "      this.reject = reject;\n    });\n";

/**
 * Data that the router gave up, because the reader went on meanwhile, is no failure: Remix writes it to the console as one,
 * and lets the end of the answer, and parts that nobody waits for, fail unheard. Who waits for a part of it hears of it there.
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
    const [first, ...rest] = REMIX_TELLS_OF_ALL.split("\n");
    const instead = [first, "    if (init.signal?.aborted) throw e;", ...rest].join("\n");
    const heard = `${REMIX_DECODES} decoded.done.catch(() => undefined);`;
    const changed = code.replace(REMIX_TELLS_OF_ALL, () => instead).replace(REMIX_DECODES, heard);
    return { code: changed, map: null };
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

/** What Remix asks for when somebody points at a link is kept for their click (app/components/layout/data-ahead.ts). */
const dataAheadIsKept: Plugin = {
  name: "helios-data-ahead",
  apply: "build",
  transform(code, id) {
    const changes = Object.entries(REMIX_CHANGES).find(([file]) => id.endsWith(file))?.[1];
    if (changes === undefined) return null;
    const from = JSON.stringify(path("./app/components/layout/data-ahead.ts"));
    let changed = `import { DataAhead, fetchData } from ${from};\n${code}`;
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
    [REMIX_OPENS_A_PAGE, REMIX_OPENS_A_PAGE.replace("(url, init)", "(url, init, router.state)")],
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
    dataGivenUpIsNoFailure,
    dataAheadIsKept,
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
