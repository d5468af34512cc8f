import { useRevalidator, useSearchParams } from "@remix-run/react";
import { Cable, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useNow } from "#app/components/use-now.ts";
import { CopyOnce } from "#app/kit/controls/copy-once.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { OldNotice } from "#app/kit/states/old-notice.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import type { SamplersTabData } from "./load-samplers-tab.server.ts";
import { ManyMappings } from "./many-mappings.tsx";
import { samplerViews } from "./mapping-question.ts";
import { SiteConfiguration } from "./site-configuration.tsx";
import { UnmappedTags } from "./unmapped-tags.tsx";
import { MappingsGrid } from "./mappings-grid.tsx";
import { SamplerCard } from "./sampler-card.tsx";
import { SamplerHealth } from "./sampler-health.tsx";
import { SamplerSettings } from "./sampler-settings.tsx";
import { SamplerDrawer } from "./sampler-drawer.tsx";
import type { SamplerDone } from "./sampler-form.ts";
import type { ListedSampler } from "./schemas.ts";
import "#app/kit/texts.ts";
import "./texts.ts";

/** What a sampler says of itself is read again so often while the page is looked at. */
const REFRESH_MS = 15_000;
/** While somebody waits for the first batch. */
const ARRIVAL_MS = 3_000;
const TOAST_MS = 3_000;

type Props = {
  data: SamplersTabData;
  machine: { id: number; name: string; make: string; model: string; timezone: string };
  /** It could not be read again. */
  isOld: boolean;
};
type Asked = { what: "add" } | { what: "rotate" | "delete"; sampler: ListedSampler } | null;

/** A machine's samplers as cards, and what the chosen one reads. */
export function SamplersTab({ data, machine, isOld }: Props) {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const now = useNow(data.nowMs);
  // Ages are the same on the server and where the page comes alive.
  const nowMs = useHydrated() ? now : data.nowMs;
  const time = useTimeIn(machine.timezone);
  const [asked, setAsked] = useState<Asked>(null);
  const [shownKey, setShownKey] = useState<SamplerDone | null>(null);
  useRefresh(data.view === "site" ? ARRIVAL_MS : REFRESH_MS);
  const { samplers, chosenId } = data;
  const chosen = samplers.find(({ id }) => id === chosenId);
  const mayChange = !useIsOutOfService();
  const close = () => setAsked(null);
  const choose = (id: number) =>
    setParams({ sampler: String(id) }, { preventScrollReset: true, replace: true });
  const settings = useRef<HTMLDetailsElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const edit = (id: number) => {
    if (id !== chosenId || data.view !== "mappings") choose(id);
    setWanted(id);
  };
  // The form that was asked for may have to be read first.
  const isThere = wanted !== null && wanted === chosenId && data.view === "mappings";
  useEffect(() => {
    if (!isThere || settings.current === null) return;
    settings.current.open = true;
    settings.current.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
    setWanted(null);
  }, [isThere]);
  const known = asked !== null && asked.what !== "add" ? asked.sampler : null;
  const add = mayChange && (
    <Button tone="primary" onClick={() => setAsked({ what: "add" })}>
      <Plus className="size-4" aria-hidden="true" />
      {t("samplers.add")}
    </Button>
  );
  return (
    <div className="space-y-4 pt-1 pb-6">
      {isOld && <OldNotice />}
      {shownKey?.key !== undefined && (
        <CopyOnce
          title={t("samplers.keyTitle", { name: shownKey.name })}
          text={
            shownKey.previousKeyUntilMs === undefined
              ? t("samplers.keyText")
              : t("samplers.newKeyText", { time: time(shownKey.previousKeyUntilMs) })
          }
          label={t("samplers.key")}
          secret={shownKey.key}
          onDismiss={() => setShownKey(null)}
        />
      )}
      {samplers.length === 0 ? (
        <EmptyState
          icon={<Cable className="size-6" aria-hidden="true" />}
          title={t("samplers.emptyTitle")}
          action={add}
        >
          {mayChange && t("samplers.emptyText")}
        </EmptyState>
      ) : (
        <section aria-labelledby="samplers-title">
          <h2 id="samplers-title" className="sr-only">
            {t("samplers.title")}
          </h2>
          <ul data-rows className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
            {samplers.map((sampler) => (
              <SamplerCard
                key={sampler.id}
                sampler={sampler}
                isChosen={sampler.id === chosenId}
                nowMs={nowMs}
                mayChange={mayChange}
                onEdit={() => edit(sampler.id)}
                onRotate={() => setAsked({ what: "rotate", sampler })}
                onDelete={() => setAsked({ what: "delete", sampler })}
              />
            ))}
            {mayChange && (
              <li className="grid place-items-center rounded-card border border-dashed border-line-strong p-2 md:min-h-32 md:p-4">
                <Button onClick={() => setAsked({ what: "add" })}>
                  <Plus className="size-4" aria-hidden="true" />
                  {t("samplers.add")}
                </Button>
              </li>
            )}
          </ul>
        </section>
      )}
      {chosen && (
        <section
          key={chosen.id}
          aria-label={t("samplers.formOf", { name: chosen.name })}
          className="space-y-3"
        >
          <ChoiceBar
            label={t("samplers.view")}
            choices={samplerViews(!mayChange).map((value) => ({
              value,
              label: t(`samplers.views.${value}`),
            }))}
            value={data.view}
            onChoose={(view) =>
              setParams(
                { sampler: String(chosen.id), ...(view === "mappings" ? {} : { view }) },
                { preventScrollReset: true, replace: true },
              )
            }
          />
          {data.view === "mappings" && mayChange && (
            <SamplerSettings sampler={chosen} details={settings} />
          )}
          {data.mapped && (
            <MappingsGrid
              sampler={chosen}
              machine={machine}
              mapped={data.mapped}
              sections={data.sections}
              nowMs={nowMs}
              mayChange={mayChange}
            >
              <ManyMappings sampler={chosen} mapped={data.mapped} mayChange={mayChange} />
            </MappingsGrid>
          )}
          {data.view === "health" && (
            <SamplerHealth
              sampler={chosen}
              health={data.health}
              nowMs={nowMs}
              timezone={machine.timezone}
            />
          )}
          {data.view === "unmapped" && mayChange && (
            <UnmappedTags sampler={chosen} machine={machine} unmapped={data.unmapped} />
          )}
          {data.site && mayChange && (
            <SiteConfiguration sampler={chosen} site={data.site} nowMs={nowMs} />
          )}
        </section>
      )}
      <SamplerDrawer
        open={asked?.what === "add"}
        onClose={close}
        onDone={(done) => {
          if (done.key === undefined) return;
          setShownKey(done);
          choose(done.id);
        }}
      />
      <ConfirmDialog<SamplerDone>
        open={asked?.what === "rotate"}
        onClose={close}
        title={t("samplers.rotateTitle", { name: known?.name ?? "" })}
        text={t("samplers.rotateText")}
        confirm={{ label: t("samplers.rotate"), busyLabel: t("samplers.rotating") }}
        intent="rotate-key"
        hidden={{ id: known?.id ?? 0, name: known?.name ?? "" }}
        toast={{
          done: () => t("samplers.rotated"),
          failed: t("samplers.rotateFailed"),
          durationMs: TOAST_MS,
        }}
        onDone={setShownKey}
      />
      <ConfirmDialog<SamplerDone>
        open={asked?.what === "delete"}
        onClose={close}
        title={t("samplers.deleteTitle", { name: known?.name ?? "" })}
        text={t("samplers.deleteText")}
        confirm={{ label: t("samplers.delete"), busyLabel: t("samplers.deleting") }}
        intent="delete-sampler"
        hidden={{ id: known?.id ?? 0, name: known?.name ?? "" }}
        toast={{
          done: () => t("samplers.deleted"),
          failed: t("samplers.deleteFailed"),
          durationMs: TOAST_MS,
        }}
        onDone={({ id }) => setShownKey((shown) => (shown?.id === id ? null : shown))}
      />
    </div>
  );
}

function useRefresh(everyMs: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [revalidate, everyMs]);
}
