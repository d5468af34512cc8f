import { Link } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { Accordion, type AccordionSection } from "#app/kit/controls/accordion.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import { ATTENTION_LOOKS } from "./attention-strip.tsx";
import { CardCarousel } from "./card-carousel.tsx";
import type { Fleet, FleetHistory, FleetMachine } from "./fleet-types.ts";
import { NO_STATES, PLANT_CARDS, plantIdOf, type Plant, type PlantStates } from "./large-fleet.ts";
import type { MachineOrder, MachineView } from "#app/domain/preferences.ts";
import type { Counts } from "./need.ts";
import { FleetContext, useFleetStore } from "./use-fleet.ts";
import { useAttentionWords } from "./use-attention-words.ts";
import type { ShownLargeFleet } from "./use-large-fleet.ts";
import { usePlant } from "./use-plant.ts";
import "./texts.ts";
import "./later/texts.ts";

type FleetPlantsProps = {
  large: ShownLargeFleet;
  counts: Counts;
  order: MachineOrder;
  view: MachineView | null;
  /** Of the page's data: opened plants are read again with it. */
  nowMs: number;
};

type Counted = Pick<Plant, "machines" | "alarms" | "overdue"> & PlantStates;

/** All machines of a large fleet, by customer and plant, folded; a plant that is opened shows its machines. */
export default function FleetPlants({
  large,
  timezone,
  ...shown
}: FleetPlantsProps & { timezone: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { plants, now } = large;
  const isSwitching = useDemoSwitching();
  const onToggle = (id: string, isOpen: boolean) =>
    setOpen((last) => {
      const next = new Set(last);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  const section = (
    id: string,
    title: string,
    counted: Counted,
    content: () => JSX.Element,
  ): AccordionSection => ({
    ...{ id, title, isOpen: open.has(id) },
    aside: <PlantCounts {...counted} isHeard={now !== null} />,
    // What is folded asks for nothing. Names are other ones after demo mode's switch: read anew.
    content: open.has(id) && !isSwitching ? content() : null,
  });
  const countedOf = (plant: Plant): Counted => ({
    ...plant,
    ...(now?.states[plantIdOf(plant.facility)] ?? NO_STATES),
  });
  const plantSection = (plant: Plant) => {
    const { facility } = plant;
    const title =
      facility === null
        ? t("machine.noFacility")
        : [facility.name, facility.city].filter(Boolean).join(", ");
    const id = plantIdOf(facility);
    return section(`plant-${id}`, title, countedOf(plant), () => (
      <PlantMachines plantId={id} {...shown} />
    ));
  };
  const customers = byCustomer(plants);
  return (
    <section aria-labelledby="plants" className="mt-5">
      <h2 id="plants" className="text-md font-semibold tracking-tight">
        {t("large.plants")}
      </h2>
      <p className="mb-2 text-xs text-ink-faint">
        {now === null
          ? t("large.machines", { count: large.machines, shown: formats.number(large.machines) })
          : t("large.asOf", {
              shown: formats.number(large.machines),
              time: `${formats.time(now.readAtMs, timezone)} ${formats.zone(now.readAtMs, timezone)}`,
            })}
      </p>
      <Accordion
        onToggle={onToggle}
        sections={
          customers.length === 1
            ? plants.map(plantSection)
            : customers.map(({ customer, plants: own }) =>
                customer === null
                  ? plantSection(own[0]!)
                  : section(
                      `customer-${customer.id}`,
                      customer.name,
                      sumOf(own.map(countedOf)),
                      () => <Accordion onToggle={onToggle} sections={own.map(plantSection)} />,
                    ),
              )
        }
      />
    </section>
  );
}

function byCustomer(plants: readonly Plant[]) {
  const groups = new Map<number | null, { customer: Plant["customer"]; plants: Plant[] }>();
  for (const plant of plants) {
    const key = plant.customer?.id ?? null;
    const group = groups.get(key) ?? { customer: plant.customer, plants: [] };
    group.plants.push(plant);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const sumOf = (all: readonly Counted[]): Counted =>
  all.reduce((total, each) => ({
    machines: total.machines + each.machines,
    alarms: total.alarms + each.alarms,
    overdue: total.overdue + each.overdue,
    running: total.running + each.running,
    notReady: total.notReady + each.notReady,
    silent: total.silent + each.silent,
    unheard: total.unheard + each.unheard,
    unread: total.unread + each.unread,
  }));

/** At the end of a plant's line: what needs a person there, how many machines run, and how many there are. */
function PlantCounts({ machines, running, isHeard, ...counts }: Counted & { isHeard: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useAttentionWords({
    ...{ longestMinutes: null, isLonger: false, atRisk: 0 },
    ...counts,
  });
  return (
    <span className="flex shrink-0 items-center gap-x-3 text-xs font-normal text-ink-soft">
      {words.map(({ kind, count, text }) => (
        <span
          key={kind}
          className={
            ATTENTION_LOOKS[kind].tone === "quiet"
              ? "flex items-center gap-1"
              : "flex items-center gap-1 font-medium text-ink"
          }
        >
          <span className={PLANT_TONES[ATTENTION_LOOKS[kind].tone]}>
            {ATTENTION_LOOKS[kind].icon}
          </span>
          <span className="max-lg:sr-only">{text}</span>
          <span className="lg:hidden" aria-hidden="true">
            {formats.number(count)}
          </span>
        </span>
      ))}
      {isHeard && (
        <span className="max-lg:hidden">
          {t("large.running", { shown: formats.number(running) })}
        </span>
      )}
      <span className="min-w-20 text-right text-ink-faint max-sm:min-w-0">
        <span className="max-sm:sr-only">
          {t("large.machines", { count: machines, shown: formats.number(machines) })}
        </span>
        <span className="sm:hidden" aria-hidden="true">
          {formats.number(machines)}
        </span>
      </span>
    </span>
  );
}

const PLANT_TONES = { quiet: "", warn: "text-warn", alarm: "text-alarm", good: "text-go" } as const;

type PlantMachinesProps = Omit<FleetPlantsProps, "large"> & { plantId: number };

function PlantMachines({ plantId, nowMs, ...shown }: PlantMachinesProps) {
  const { t } = useTranslation();
  const plant = usePlant(plantId, nowMs);
  const { machines, failed, isReading } = plant;
  if (machines === null)
    return failed ? (
      <Failure inline onRetry={plant.retry}>
        {t("large.plantFailed")}
      </Failure>
    ) : (
      <div role="status" className="skeleton h-32">
        <span className="sr-only">{t("large.plantReading")}</span>
      </div>
    );
  return (
    <>
      <PlantFleet machines={machines} past={plant.past} failed={failed} nowMs={nowMs} {...shown} />
      {failed && (
        <div className="mt-3">
          <Failure inline onRetry={plant.retry}>
            {t("large.plantFailed")}
          </Failure>
        </div>
      )}
      {plant.more > 0 ? (
        <Button
          size="small"
          className="mt-3"
          aria-disabled={isReading || undefined}
          onClick={() => !isReading && plant.showMore()}
        >
          {t("large.more", { shown: Math.min(plant.more, PLANT_CARDS) })}
        </Button>
      ) : (
        <p className="mt-3 text-sm">
          <Link to="/machines" className="font-medium underline underline-offset-2">
            {t("large.list")}
          </Link>
        </p>
      )}
    </>
  );
}

/** With a store of its own: what the fleet's tiles and charts add up are the cards above. */
function PlantFleet({
  machines,
  past,
  failed,
  nowMs,
  ...shown
}: Omit<PlantMachinesProps, "plantId"> & {
  machines: FleetMachine[];
  past: FleetHistory | null;
  failed: boolean;
}) {
  const fleet = useMemo(
    (): Fleet => ({
      ...{ customerName: null, facilities: [], timezone: machines[0]?.timezone ?? "UTC" },
      ...{ machines, unplaced: 0, nowMs },
    }),
    [machines, nowMs],
  );
  const store = useFleetStore(fleet, past);
  useEffect(() => {
    if (past !== null) store.loadHistory(past);
  }, [store, past]);
  const unread = useMemo(
    () =>
      new Set(
        machines.flatMap(({ id, reachable }) =>
          reachable && (!failed || past?.machines[id]) ? [] : id,
        ),
      ),
    [machines, past, failed],
  );
  return (
    <FleetContext.Provider value={store}>
      <CardCarousel
        machines={machines}
        isPart
        first={null}
        history={past}
        unread={unread}
        nowMs={nowMs}
        {...shown}
      />
    </FleetContext.Provider>
  );
}
