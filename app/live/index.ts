/** The one entry of the live client: one socket for the page, values and series by hooks. */
export { LiveProvider } from "./live-provider.tsx";
export {
  useConnection,
  useHasSessionEnded,
  useIsCut,
  useNewestAge,
  useRenewSocket,
} from "./use-connection.ts";
export { useNewBuild, useReloadForNewBuild } from "./use-build.ts";
export { useChanges, useChangesOf } from "./use-changes.ts";
export { useOutdated } from "./use-outdated.ts";
export { useMetric, useMetrics } from "./use-metrics.ts";
export { useSeries } from "./use-series.ts";
export { isConnected, type ConnectionState } from "./connection.ts";
export type { InitialValue, NewestAge, Reading } from "./live-store.ts";
export type { SeriesPoint } from "./series-points.ts";
