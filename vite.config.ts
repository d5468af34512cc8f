import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
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
    /node_modules\/react-i18next\/|\/app\/(?:components\/(?:area-texts|cx|load-later|use-formats|use-hydrated|use-in-sight|use-past|call-api|layout\/(?:error-screen|logo|nonce|page|page-failure|use-page-title|use-route-failure)|language\/language-context|ui\/(?:button|empty-state|toast))|domain\/(?:preferences|support)|kit\/(?:chip|forms\/(?:keep-typed|read-again|refuse-sent))|locales\/(?:i18n|page-texts|area-texts))\.tsx?$/,
  ],
  [
    "machine",
    /\/app\/(?:components\/machine\/(?:signal|state)-[a-z]+|live\/[a-z-]+|domain\/(?:metrics\/state[a-z-]*|live\/[a-z-]+|series\/grid)|features\/dashboard\/(?:fleet-store|fleet-types|need|state-spans|use-fleet|use-needs)|features\/machines\/use-state-since)\.tsx?$/,
  ],
  [
    "fields",
    /\/app\/(?:components\/(?:save-file|forms\/(?:checkbox|select))|domain\/formats\/csv|kit\/table\/table-column)\.tsx?$/,
  ],
  [
    "machine-page",
    /\/app\/(?:features\/machines\/(?:machine-page|past-window|to-initial)|domain\/(?:machine-tabs|access\/permissions))\.ts$/,
  ],
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
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
          rollupOptions: {
            output: {
              manualChunks: (id: string) => SHARED.find(([, modules]) => modules.test(id))?.[0],
            },
          },
        }),
  },
}));
