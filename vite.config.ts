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
  resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: {
    alias: {
      "~": path("./app"),
      ...(command === "serve" ? { "react-dom/server": path("./scripts/runner/react-dom-server.dev.ts") } : {}),
    },
  },
  ...(command === "build" ? { ssr: inWorker } : {}),
  build: { target: "es2022" },
}));
