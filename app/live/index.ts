/** The one entry of the live client: one socket for the page, values and series by hooks. */
export { isServed } from "./build-watch";
export { LiveProvider } from "./live-provider";
export { useConnection, useRenewSocket } from "./use-connection";
export { useNewBuild, useReloadForNewBuild } from "./use-build";
export { useMetric, useMetrics } from "./use-metrics";
export { useSeries } from "./use-series";
export type { ConnectionState } from "./channel-client";
export type { InitialValue, Reading } from "./live-store";
export type { SeriesPoint } from "./series-points";
