import { Presentation } from "lucide-react";
import { useEffect, useMemo, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { KeepFresh } from "#app/live/keep-fresh.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { loadLater, OnItsWay } from "#app/components/load-later.tsx";
import { loadWhenSeen } from "#app/components/load-when-seen.tsx";
import { withNotice } from "#app/components/part-notice.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { AttentionStrip } from "./attention-strip.tsx";
import { CardCarousel } from "./card-carousel.tsx";
import { FacilityButton } from "./facility-button.tsx";
import { FleetTiles } from "./fleet-tiles.tsx";
import type { Fleet, FleetChartsProps, FleetHistory } from "./fleet-types.ts";
import { useBackfillProgress } from "./use-backfill-progress.ts";
import type { MachineOrder, MachineView } from "#app/domain/preferences.ts";
import type { Counts } from "./need.ts";
import { unpackHistory, type PackedHistory } from "./packed-history.ts";
import { useFleetName } from "./use-fleet-name.ts";
import { FleetContext, useFleetStore } from "./use-fleet.ts";
import { useWholePast, type ShownLargeFleet } from "./use-large-fleet.ts";
import { useMachineView } from "./use-machine-view.ts";
import { useMachineOrder } from "./use-needs.ts";
import "./texts.ts";

const gauges = () => import("./fleet-gauges.tsx");
const FleetGauges = loadWhenSeen(
  gauges,
  import.meta.env.SSR ? withNotice((await gauges()).default) : null,
);
const plants = () => import("./fleet-plants.tsx");
const FleetPlants = loadWhenSeen(plants, import.meta.env.SSR ? (await plants()).default : null);
const noMachines = () => import("./no-machines.tsx");
const NoMachines = loadWhenSeen(
  noMachines,
  import.meta.env.SSR ? (await noMachines()).default : null,
);
/** Wanted in a machine's first hours only. */
const ArrivingMark = loadLater(() => import("./arriving-mark.tsx"));
const NoFacilitiesDialog = loadLater(() => import("./no-facilities-dialog.tsx"));

/** The past is read again this often: strips and lines stay exact over a long day. */
const REFRESH_MS = 120_000;
/** Sooner while something is missing. */
const REPAIR_MS = 15_000;

type FleetDashboardProps = {
  fleet: Fleet;
  /** What is known of a fleet of which not every machine has a card; null of one whose cards say all. */
  large: ShownLargeFleet | null;
  past: Deferred<PackedHistory>;
  hasFacilities: boolean;
  /** Whether the reader may put the fleet on a wall. */
  showsWall: boolean;
  /** What is wrong or due at each machine. */
  counts: Counts;
  /** How the reader ordered the machines last. */
  order: MachineOrder;
  /** How the reader looked at them last; null: never chosen. */
  view: MachineView | null;
  /** Below or beside the machines: what to do. */
  attention: ReactNode;
  /** Below that: production as it went. */
  Charts: ComponentType<FleetChartsProps>;
  /** Below the fleet's numbers. */
  children?: ReactNode;
};

export function FleetDashboard({
  fleet,
  large,
  past,
  hasFacilities,
  showsWall,
  counts,
  order: chosenOrder,
  view: chosenView,
  attention,
  Charts,
  children,
}: FleetDashboardProps) {
  const { t } = useTranslation();
  const { value: packed, failed } = useDeferred(past);
  const own = useMemo(() => packed && unpackHistory(packed), [packed]);
  const history = useWholePast(own, fleet, large);
  const store = useFleetStore(fleet, history);
  const machineOrder = useMachineOrder(chosenOrder);
  const { order, choose } = machineOrder;
  const { view, choose: chooseView, awaited } = useMachineView(chosenView);
  const first = large === null ? machineOrder.first : large.first;
  const unread = useMemo(() => listUnread(fleet, history, failed), [fleet, history, failed]);
  useEffect(() => {
    if (history) store.loadHistory(history);
  }, [store, history]);
  const arriving = useBackfillProgress(fleet, history);
  const name = useFleetName(fleet);
  const isMissing = arriving.isWatching || unread.size > 0 || large?.failed === true;
  return (
    <FleetContext.Provider value={store}>
      <KeepFresh everyMs={isMissing ? REPAIR_MS : REFRESH_MS} />
      <Page
        title={<h1 className="truncate text-lg font-semibold tracking-tight">{name}</h1>}
        aside={
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
            {arriving.machines > 0 && <ArrivingMark machines={arriving.machines} />}
            <FacilityButton facilities={fleet.facilities} unplaced={fleet.unplaced} />
            {showsWall && (
              <ButtonLink to="/dashboard/slideshow" tone="bare" className="-mx-4 lg:-mx-2">
                <Presentation className="size-4" aria-hidden="true" />
                {t("dashboard.wall")}
              </ButtonLink>
            )}
          </div>
        }
      >
        {fleet.machines.length > 0 && <FleetTiles machines={fleet.machines} large={large} />}
        {fleet.machines.length === 0 ? (
          <NoMachines facilities={fleet.facilities} unplaced={fleet.unplaced} />
        ) : (
          <>
            <h2 className="sr-only">{t("dashboard.machines")}</h2>
            {awaited && <OnItsWay name={t("views.list")} {...awaited} />}
            <AttentionStrip
              machines={fleet.machines}
              large={large}
              counts={counts}
              order={order}
              first={first}
              view={view}
              onView={chooseView}
              onOrder={choose}
              onFirst={large === null ? machineOrder.setFirst : large.setFirst}
            />
            <div
              {...placeOf(fleet.machines.length, view)}
              className="beside:grid beside:items-start beside:max-xl:grid-cols-[minmax(0,1fr)_20rem] beside:xl:grid-cols-[minmax(0,1fr)_23.5rem] beside:gap-x-3 among:grid among:grid-cols-4 among:gap-3 xl:among:grid-cols-5 2xl:among:grid-cols-6"
            >
              <CardCarousel
                view={view}
                machines={fleet.machines}
                isPart={large !== null}
                counts={counts}
                order={order}
                first={first}
                history={history}
                unread={unread}
                nowMs={fleet.nowMs}
              />
              <div className="min-w-0 beside:has-data-all:sticky beside:has-data-all:top-28 beside:has-data-all:max-h-[calc(100dvh-7.5rem)] beside:has-data-all:overflow-y-auto among:grid among:-col-end-1 among:col-span-2 among:row-span-4 among:row-start-1">
                {attention}
              </div>
            </div>
            {large !== null && (
              <FleetPlants
                large={large}
                counts={counts}
                order={order}
                view={view}
                nowMs={fleet.nowMs}
                timezone={fleet.timezone}
              />
            )}
            <div className="mt-5 grid gap-3 xl:grid-cols-[20rem_minmax(0,1fr)]">
              <FleetGauges
                history={history}
                machines={fleet.machines.length}
                isPart={large !== null}
              />
              <Charts fleet={fleet} isPart={large !== null} unread={unread} />
            </div>
            {children}
          </>
        )}
        {!hasFacilities && <NoFacilities />}
      </Page>
    </FleetContext.Provider>
  );
}

/** So many cards stand in two rows, and lines in as much: what to do is seen below them without scrolling. */
const MOST_ABOVE = { grid: 10, list: 6 };
/** More cards would make a long column, for want of the room beside them; more lines would have it out of sight below them on a small desk. */
const MOST_BESIDE = 24;

/**
 * Where there is room, what to do stands on the first screen whatever the number of machines: beside them, or, of many cards,
 * at the end of their first rows, with as many cards as there is room for in the rows below it.
 */
function placeOf(machines: number, view: MachineView | null) {
  if (view === "carousel" || machines <= MOST_ABOVE[view ?? "grid"]) return {};
  if (machines <= MOST_BESIDE) return { "data-beside": "desk" };
  return view === "list" ? { "data-beside": "small-desk" } : { "data-among": true };
}

/** Parts of their own, as is KeepFresh: what they hear of draws the whole dashboard anew otherwise. */
function NoFacilities() {
  return useHydrated() ? <NoFacilitiesDialog open /> : null;
}

/** The machines whose past could not be read: what is drawn of the fleet is without them. */
function listUnread(
  fleet: Fleet,
  history: FleetHistory | null,
  failed: boolean,
): ReadonlySet<number> {
  const isUnread = ({ id, reachable }: Fleet["machines"][number]) =>
    history === null ? failed || !reachable : history.machines[id] === undefined;
  return new Set(fleet.machines.filter(isUnread).map(({ id }) => id));
}
