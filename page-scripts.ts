/**
 * Which modules come in one script of the pages: fewer requests, and they compress better together. What no list names is
 * split by route. A name that nothing answers to would say nothing and be missed by nobody, so tests/page-scripts.test.ts
 * holds each of them against the tree.
 */

/**
 * By folder: modules without their endings. `name/` is all that lies below that folder, and a last `*` stands for letters
 * and dashes.
 */
type Modules = Record<string, string>;
export type PageScript = { script: string; modules: Modules };

/**
 * What nearly every page needs comes as a few scripts instead of thirty. A module takes what it imports with it, so only
 * such as import little are named.
 */
export const SHARED: PageScript[] = [
  {
    script: "react",
    modules: {
      node_modules: "react/ react-dom/ scheduler/ turbo-stream/ react-router/ react-router-dom/",
      "node_modules/@remix-run": "react/ router/",
    },
  },
  {
    script: "shell",
    modules: {
      vite: "preload-helper",
      node_modules: "react-i18next/",
      "node_modules/lucide-react/dist/esm/icons": "message-square",
      "app/components": `
        area-texts call-api cx hold-pages is-served load-later load-when-seen part-loader report-asked use-deferred
        use-demo-switching use-formats use-hydrated use-in-sight use-read-again`,
      "app/components/language": "language-context",
      "app/components/layout": `
        early-acts error-screen logo nonce page page-failure use-page-title use-route-failure`,
      "app/components/ui": "button empty-state notice toast",
      "app/domain": "durations preferences support",
      "app/features/events": "drawer-when-opened",
      "app/features/maintenance": "complete-when-opened",
      "app/features/shell": "frame-of-now skip-link tabs use-masking-soon",
      "app/kit": "chip popover",
      "app/kit/forms": "keep-typed read-again refuse-sent",
      "app/kit/states": "lost-page",
      "app/locales": "area-texts i18n load-texts page-texts",
    },
  },
  {
    script: "machine",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": "calendar-clock",
      "app/components/machine": "signal-* state-*",
      "app/domain": "limits machine-tabs",
      "app/domain/access": "permissions",
      "app/domain/live": "*",
      "app/domain/metrics": "state*",
      "app/features/machines": "machine-page past-window to-initial use-state-since",
      "app/features/shell": "hold-early",
      "app/kit/controls": "name-tip",
      "app/live": "*",
    },
  },
  // What draws a past or a fleet: not of the list of machines.
  {
    script: "fleet",
    modules: {
      "app/domain/metrics": "gauge-bands",
      "app/domain/series": "grid packed",
      "app/features/dashboard": `
        fleet-store fleet-types need packed-history state-spans throughput-trend use-fleet use-needs`,
    },
  },
  {
    script: "fields",
    modules: {
      "app/components": "save-file",
      "app/components/forms": "checkbox select",
      "app/domain/formats": "csv",
      "app/kit/table": "table-column",
    },
  },
];

/**
 * What most pages with forms, choices or charts need, for the same reason: a tab of a machine came as up to 46 scripts. None
 * of these may name what the light pages need before it is asked for, or they load all of it
 * (tests/deploy/page-weight.test.ts).
 */
export const PARTS: PageScript[] = [
  // What the dashboard shows first. A wall takes its words alone.
  {
    script: "dashboard",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": `
        circle-off gallery-horizontal layout-grid list presentation`,
      "app/features/dashboard": `
        arriving attention-strip card-* facility-button fleet-dashboard fleet-tile fleet-tiles machine-card
        machine-risk need-marks silent-note use-backfill-progress use-large-fleet use-machine-view use-slides
        view-choice`,
    },
  },
  {
    script: "figures",
    modules: {
      "app/components/charts": "spark*",
      "app/components/ui": "reading",
      "app/domain/alarms": "is-urgent silence-name",
      "app/domain/formats": "lists",
      "app/features/dashboard": `
        texts use-attention-words use-fleet-name use-is-from-before-cut use-last-known use-lasted use-state-age
        wall-fleet`,
    },
  },
  // And at once after it.
  {
    script: "attention",
    modules: {
      "app/features/dashboard":
        "alarm-table attention-area attention-names due-work-table use-shown-alarms",
      "app/routes/_app.dashboard": "alarm-watch fleet-attention",
    },
  },
  {
    script: "due",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": "bell-off",
      "app/components": "due-text life-left-text",
      "app/components/due": "texts",
      "app/components/ui": "compact-table",
      "app/domain/maintenance": "due-days",
      "app/features/dashboard/later": "texts",
    },
  },
  // What every page of somebody who is signed in loads once it is alive.
  {
    script: "later",
    modules: {
      "app/features/shell": `
        command-keys demo-away keep-true offline-navigation other-windows palette-view pending-bar printed-at shortcut taken-away texts`,
    },
  },
  // Of that, what pages outside of the shell have too.
  {
    script: "windows",
    modules: { "app/features/shell": "elsewhere use-other-windows" },
  },
  {
    script: "times",
    modules: {
      "app/components": "use-time-in",
      "app/domain/formats": "local-days time-zones zoned-iso",
    },
  },
  {
    script: "tab-bar",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": "lock",
      "app/components/layout": "tab-bar",
      "app/domain/access": "out-of-service",
    },
  },
  {
    script: "machine-frame",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": "qr-code",
      "app/features/machines": `
        header-metrics machine-header machine-tab-bar out-of-service-notice settings-of-now tab-content use-alarms-on`,
    },
  },
  {
    script: "gauges",
    modules: {
      "app/components/charts": "gauge",
      "app/features/predictions": "texts",
    },
  },
  {
    script: "words.en",
    modules: {
      "app/locales/en": "*",
      "app/features/dashboard": "texts.en",
      "app/features/shell": "texts.en",
    },
  },
  {
    script: "words.es",
    modules: {
      "app/locales/es": "*",
      "app/features/dashboard": "texts.es",
      "app/features/shell": "texts.es",
    },
  },
  {
    script: "dialog",
    modules: {
      node_modules: "use-sync-external-store/",
      "node_modules/@headlessui/react/dist": "machine machines/ react-glue",
      "node_modules/@headlessui/react/dist/components": `
        description/ dialog/ focus-trap/ keyboard portal/ transition/`,
      "node_modules/@headlessui/react/dist/hooks": `
        document-overflow/ use-disposables use-document-event use-escape use-event use-event-listener use-flags
        use-inert-others use-is-mounted use-is-top-layer use-is-touch-device use-iso-morphic-effect use-latest-value
        use-on-disappear use-on-unmount use-outside-click use-owner use-root-containers use-scroll-lock
        use-server-handoff-complete use-slot use-store use-sync-refs use-tab-direction use-transition use-watch
        use-window-event`,
      "node_modules/@headlessui/react/dist/internal": `
        close-provider disabled hidden open-closed portal-force-root`,
      "node_modules/@headlessui/react/dist/utils": `
        active-element-history class-names default-map disposables document-ready dom env focus-management match
        micro-task owner platform render store`,
      "app/components": "use-focus-return use-second-press",
      "app/components/ui": "dialog",
    },
  },
  {
    script: "menu",
    modules: {
      node_modules: "@floating-ui/ react-aria/ react-stately/",
      "node_modules/@headlessui/react/dist/components": "label/",
      "node_modules/@headlessui/react/dist/hooks": `
        use-active-press use-element-size use-handle-toggle use-quick-release use-resolve-button-type
        use-tracked-pointer use-tree-walker`,
      "node_modules/@headlessui/react/dist/internal": "floating id",
      "node_modules/@headlessui/react/dist/utils": `
        bugs calculate-active-index element-movement`,
    },
  },
  {
    script: "choices",
    modules: {
      "node_modules/@headlessui/react/dist/components": "combobox/",
      "node_modules/@tanstack": "react-virtual/ virtual-core/",
      "app/kit": "combobox/",
    },
  },
  // Of every form, and all that signing in needs before somebody types.
  {
    script: "page-forms",
    modules: {
      "node_modules/@conform-to": "react/ dom/",
      "app/components/forms": "field field-errors password-field submit-button",
      "app/domain": "problems",
      "app/kit/forms": "form-contents texts use-problem-form use-problem-words",
    },
  },
  {
    script: "forms",
    modules: {
      node_modules: "zod/ @conform-to/zod/",
      "app/components/forms": "select-field switch-field",
      "app/components/ui": "drawer",
      "app/domain": "json-view one-line send-key untouched",
      "app/domain/formats": "api-time",
      "app/kit/controls": "check-field",
      "app/kit/dialogs": "confirm-dialog",
      "app/kit/forms": `
        follow-fresh form-overlay form-parts leave-guard leaving parse-form problem-summary resource-form touched
        use-asked-close use-contract-form use-done-toast use-gone use-resource-form`,
    },
  },
  {
    script: "charts",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": "chart-line image-down table-2",
      "app/components": "missing-part",
      "app/features/analytics": "use-chart-notes",
      "app/features/analytics/annotations": "chart-annotations texts use-annotations",
      "app/kit/charts": `
        chart-files chart-link chart-notes chart-skeleton grid-series late-picture nearest-point point-table
        reduce-line series-chart series-table span-text texts time-chart time-table use-read-words use-span-words
        use-step-words zoom`,
    },
  },
  {
    script: "tab-parts",
    modules: {
      "node_modules/lucide-react/dist/esm/icons": "lock-keyhole",
      "app/components": "use-now use-tier-name",
      "app/components/machine": "use-measure-text",
      "app/components/ui": "choice-bar upsell-panel",
      "app/components/ui/upsell": "texts",
      "app/domain/alarms": "alarm-draft types",
      "app/domain/formats": "date-ranges",
      "app/domain/metrics": "registry tag-words",
      "app/domain/series": "granularity max-range",
      "app/features/analytics/annotations": "annotation-address",
      "app/features/machines": "locked-tab",
      "app/kit/controls": "accordion slider",
    },
  },
];

/** Each module of a script as its whole path from the root, without its ending. */
export const pathsOf = ({ modules }: PageScript): string[] =>
  Object.entries(modules).flatMap(([folder, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${folder}/${name}`),
  );

/** Whether a listed path means a module; `path` is the module's from the root. */
export function isMeant(listed: string, path: string): boolean {
  if (listed.endsWith("/")) return path.startsWith(listed);
  const module = path.replace(/\.(?:tsx?|m?js)$/, "");
  if (module === path) return false;
  if (!listed.endsWith("*")) return module === listed;
  const begin = listed.slice(0, -1);
  return module.startsWith(begin) && /^[a-z-]+$/.test(module.slice(begin.length));
}

/** The script of this list that a module comes in, by its path from the root. */
export const scriptNaming = (list: readonly PageScript[], path: string): string | undefined =>
  list.find((each) => pathsOf(each).some((listed) => isMeant(listed, path)))?.script;
