/** The options of Remix's Vite plugin (vite.config.ts uses them), and every route of the product. */
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import { fileURLToPath } from "node:url";

const APP = fileURLToPath(new URL("./app", import.meta.url));
const ignoredRouteFiles = ["**/*.test.ts", "**/*.test.tsx"];

/** What stands in app/routes, by Remix's names of files. */
const fileRoutes = () => flatRoutes(APP, ignoredRouteFiles);

const MACHINE_LAYOUT = "routes/_app.machines.$id";
const CUSTOMER_LAYOUT = "routes/_app.customers";
const ADMIN_LAYOUT = "routes/_app.admin";

/** Each tab of a machine has a measure's address below it, which shows the tab: one module for all of them. */
const measureRoutes = () =>
  Object.values(fileRoutes())
    .filter(({ parentId, path = "" }) => parentId === MACHINE_LAYOUT && /^\w+$/.test(path))
    .map(({ id }) => ({
      id: `${id}.measure`,
      parentId: id,
      path: "measure/:measure?",
      file: `${MACHINE_LAYOUT}/measure-address.tsx`,
    }));

/** A customer's pages stand under /customers, and for superusers under /admin/customers too: the same modules. */
const adminCustomerRoutes = () => {
  const idOf = (/** @type {string} */ id) =>
    id === CUSTOMER_LAYOUT
      ? ADMIN_LAYOUT
      : id.replace(CUSTOMER_LAYOUT, `${ADMIN_LAYOUT}.customers`);
  return Object.values(fileRoutes())
    .filter(({ id, path }) => id.startsWith(`${CUSTOMER_LAYOUT}.`) && path !== "*")
    .map((route) => ({
      ...route,
      id: idOf(route.id),
      parentId: idOf(route.parentId ?? ""),
      path:
        route.parentId === CUSTOMER_LAYOUT
          ? ["customers", route.path].filter(Boolean).join("/")
          : route.path,
    }));
};

/** @returns {import("@remix-run/dev/dist/config/routes.js").RouteManifest} */
const addedRoutes = () =>
  Object.fromEntries(
    [...measureRoutes(), ...adminCustomerRoutes()].map((route) => [route.id, route]),
  );

/** @returns {import("@remix-run/dev/dist/config/routes.js").RouteManifest} */
export const allRoutes = () => ({ ...fileRoutes(), ...addedRoutes() });

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  appDirectory: "app",
  serverModuleFormat: "esm",
  ignoredRouteFiles,
  routes: addedRoutes,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
};
