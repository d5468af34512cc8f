import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { Problem } from "#app/domain/problems.ts";
import { isHumanKey } from "#app/domain/samplers/mapping-rules.ts";
import { useMetrics } from "#app/live/index.ts";
import { useProblemWords } from "#app/kit/forms/use-problem-words.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { Eraser, ScanSearch } from "lucide-react";
import { ForgetDialog } from "./forget-dialog.tsx";
import type { UnmappedPage, UnmappedTag } from "./list-unmapped.server.ts";
import { MapAllDrawer } from "./map-all-drawer.tsx";
import { FILTER_NAME } from "./mapping-question.ts";
import { PageTurner } from "./page-turner.tsx";
import { UNMAPPED_PER_PAGE, type ListedSampler } from "./schemas.ts";
import { UnmappedTagRow } from "./unmapped-tag-row.tsx";
import { FilterField } from "./filter-field.tsx";
import { useFilter, useFocusInFilter } from "./use-filter.ts";
import { useManyMappings } from "./use-many-mappings.ts";
import "#app/kit/forms/texts.ts";
import "./many/texts.ts";
import "./texts.ts";

type Props = {
  sampler: ListedSampler;
  machine: { id: number };
  /** null: it could not be read. */
  unmapped: UnmappedPage | null;
};

/** What comes under names that nobody mapped: chosen, named and mapped in one act. */
export function UnmappedTags(props: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [said, setSaid] = useState<string | null>(null);
  // Beside the list: one whose last tag was mapped goes.
  return (
    <>
      <Unmapped
        {...props}
        onMapped={(count) => setSaid(t("unmapped.mapped", { count, n: number(count) }))}
      />
      {said !== null && (
        <Toast tone="good" text={said} durationMs={3_000} onClose={() => setSaid(null)} />
      )}
    </>
  );
}

type ListProps = Props & { onMapped: (added: number) => void };

function Unmapped({ sampler, machine, unmapped, onMapped }: ListProps) {
  const { t } = useTranslation();
  const { revalidate, state: reading } = useRevalidator();
  const [params] = useSearchParams();
  const isFiltered = params.has(FILTER_NAME);
  const shown = useLast(unmapped, params.toString());
  const failure = unmapped === null && (
    <Failure inline={shown !== null} onRetry={revalidate} busy={reading === "loading"}>
      {t("unmapped.unread")}
    </Failure>
  );
  if (shown === null) return failure;
  if (shown.count === 0 && !isFiltered)
    return (
      <EmptyState
        icon={<ScanSearch className="size-6" aria-hidden="true" />}
        title={t("unmapped.emptyTitle")}
      >
        {t(sampler.only_mapped_tags ? "unmapped.onlyMapped" : "unmapped.emptyText")}
      </EmptyState>
    );
  return (
    <div className="space-y-3">
      {failure}
      <TagList sampler={sampler} machine={machine} unmapped={shown} onMapped={onMapped} />
    </div>
  );
}

/** What was read last for the same question, where it could not be read again: names are typed into it. */
function useLast(unmapped: UnmappedPage | null, question: string): UnmappedPage | null {
  const [last, setLast] = useState({ question, unmapped });
  if (unmapped !== null && unmapped !== last.unmapped) setLast({ question, unmapped });
  return unmapped ?? (last.question === question ? last.unmapped : null);
}

function TagList({ sampler, machine, unmapped, onMapped }: ListProps & { unmapped: UnmappedPage }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const words = useProblemWords();
  const [params, setParams] = useSearchParams();
  const containing = params.get(FILTER_NAME) ?? "";
  const [mapsAll, setMapsAll] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [forgets, setForgets] = useState(false);
  const focus = useFocusInFilter();
  const many = useManyMappings(sampler.id);
  const { tags, latest, count, page, kinCount } = unmapped;
  const nameOf = (tag: UnmappedTag) => names[tag.name] ?? tag.suggestion;
  const metrics = useMemo(() => tags.map(({ name }) => name), [tags]);
  const initial = useMemo(
    () =>
      Object.fromEntries(
        tags.map(({ name }) => [name, latest[name] ? { ...latest[name], adFlag: null } : null]),
      ),
    [tags, latest],
  );
  const readings = useMetrics(machine.id, metrics, initial as never);
  const picked = tags.filter(({ name }) => chosen.has(name));
  const bad = picked.filter((tag) => !isHumanKey(nameOf(tag)));
  const off =
    picked.length === 0 ? t("unmapped.choose") : bad.length > 0 ? t("unmapped.badNames") : null;
  const pages = Math.max(1, Math.ceil(count / UNMAPPED_PER_PAGE));
  const problemsOf = (name: string): string | undefined => {
    if (many.state.step !== "looked") return undefined;
    const row = many.state.result.rows.find(({ machine_key }) => machine_key === name);
    return row && words(Object.values(row.problems).flat() as unknown as Problem[])[0];
  };
  const toggle = (name: string) =>
    setChosen((last) => {
      const next = new Set(last);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  const map = async () => {
    const result = await many.apply({
      mappings: picked.map((tag) => ({ machine_key: tag.name, human_key: nameOf(tag).trim() })),
      taken: "refuse",
    });
    if (!result?.is_done) return;
    setChosen(new Set());
    onMapped(result.counts.added);
  };
  const turn = (to: number) =>
    setParams(
      (last) => {
        last.set("page", String(to));
        return last;
      },
      { replace: true, preventScrollReset: true },
    );
  const isAll = picked.length === tags.length;
  /** Nothing has the text that is typed: the field stays, and the focus in it. */
  const isEmpty = tags.length === 0;
  return (
    <section aria-labelledby="unmapped-title" {...focus}>
      <div className="mb-2 flex flex-wrap items-end gap-3">
        <div className="mr-auto max-w-2xl">
          <h2 id="unmapped-title" className="text-md font-semibold">
            {t("unmapped.title", { count, n: number(count) })}
          </h2>
          <p className="text-sm text-ink-soft">{t("unmapped.lead")}</p>
        </div>
        {!isEmpty && (
          <>
            <Button onClick={() => setChosen(isAll ? new Set() : new Set(metrics))}>
              {t(isAll ? "unmapped.chooseNone" : "unmapped.chooseAll")}
            </Button>
            <Button
              aria-disabled={picked.length === 0 || undefined}
              className={picked.length === 0 ? "opacity-60" : undefined}
              onClick={() => picked.length > 0 && setForgets(true)}
            >
              <Eraser className="size-4" aria-hidden="true" />
              {t("unmapped.forget")}
            </Button>
            {pages > 1 && (
              <Button onClick={() => setMapsAll(true)}>
                {t("mapAll.open", { n: number(count) })}
              </Button>
            )}
            <Button
              tone="primary"
              aria-disabled={off !== null || many.state.step === "busy" || undefined}
              aria-describedby={off === null ? undefined : "unmapped-off"}
              className={off === null ? undefined : "opacity-60"}
              onClick={() => off === null && void map()}
            >
              {t("unmapped.map", { count: picked.length })}
            </Button>
          </>
        )}
      </div>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        {(pages > 1 || containing !== "") && <NameFilter />}
        {off !== null && !isEmpty && (
          <p id="unmapped-off" className="ml-auto text-xs text-ink-faint">
            {off}
          </p>
        )}
      </div>
      {many.state.step === "failed" && (
        <div className="mb-2">
          <Failure inline>{t(`many.failures.${many.state.failure}`)}</Failure>
        </div>
      )}
      {isEmpty && (
        <EmptyState
          icon={<ScanSearch className="size-6" aria-hidden="true" />}
          title={t("unmapped.noneFound")}
        >
          {t("unmapped.noneFoundText")}
        </EmptyState>
      )}
      {!isEmpty && (
        <ul data-rows className="divide-y divide-line rounded-card border border-line bg-card">
          {tags.map((tag) => (
            <UnmappedTagRow
              key={tag.name}
              tag={tag}
              kinCount={kinCount}
              value={readings[tag.name]?.value ?? latest[tag.name]?.value ?? null}
              isStale={readings[tag.name]?.stale === true}
              isChosen={chosen.has(tag.name)}
              name={nameOf(tag)}
              problem={problemsOf(tag.name)}
              onToggle={() => toggle(tag.name)}
              onName={(next) => {
                setNames((last) => ({ ...last, [tag.name]: next }));
                if (!chosen.has(tag.name)) toggle(tag.name);
              }}
            />
          ))}
        </ul>
      )}
      <PageTurner page={page} pages={pages} onTurn={turn} />
      <MapAllDrawer
        open={mapsAll}
        onClose={() => setMapsAll(false)}
        sampler={sampler}
        containing={containing}
        onDone={onMapped}
      />
      <ForgetDialog
        open={forgets}
        onClose={() => setForgets(false)}
        names={picked.map(({ name }) => name)}
        onDone={() => setChosen(new Set())}
      />
    </section>
  );
}

function NameFilter() {
  const { t } = useTranslation();
  const filter = useFilter();
  return (
    <FilterField
      id="unmapped-filter"
      label={t("unmapped.filter")}
      filter={filter}
      className="w-full sm:w-64"
    />
  );
}
