import { useSearchParams } from "@remix-run/react";
import { Copy, FileDown, FileUp, Sparkles } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { saveCsv } from "#app/components/save-file.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import type { TelemetryTypeJson } from "./list-telemetry-types.server.ts";
import type { MappedData } from "./load-samplers-tab.server.ts";
import type { ManyFailure, ManyRequest } from "./many-acts.ts";
import { mappingsToCsv, readMappingCsv, type CsvFault } from "./mapping-csv.ts";
import { FILTER_NAME } from "./mapping-question.ts";
import { ManyBusy, ManyPreview } from "./many-preview.tsx";
import type { ListedSampler, MappingJson, MappingsPage } from "./schemas.ts";
import { useManyMappings } from "./use-many-mappings.ts";
import "#app/kit/texts.ts";
import "./many/texts.ts";
import "./texts.ts";

type Props = {
  sampler: ListedSampler;
  mapped: MappedData;
  /** The machine is in service; of one that is not, mappings are only taken out. */
  mayChange: boolean;
};
type From = "csv" | "copy" | "defaults";

/** Many mappings at once: the make's defaults, a file in and out, or those of another machine of the model. */
export function ManyMappings({ sampler, mapped, mayChange }: Props) {
  const { t } = useTranslation();
  const [from, setFrom] = useState<From | null>(null);
  const [faults, setFaults] = useState<readonly CsvFault[]>([]);
  const [said, setSaid] = useState<{ tone: "good" | "alarm"; text: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const many = useManyMappings(sampler.id);
  const { state } = many;
  const { sources } = mapped;
  const [params] = useSearchParams();
  // A filter that finds nothing does not make the sampler one without mappings.
  const isEmpty = mapped.page.paging.count === 0 && !params.has(FILTER_NAME);

  const begin = (next: From, request?: ManyRequest) => {
    setFaults([]);
    many.reset();
    setFrom(next);
    if (request) void many.look(request);
  };
  const readFile = async (chosen: File) => {
    begin("csv");
    const { rows, faults: found } = await readMappingCsv(chosen);
    setFaults(found);
    if (found.length === 0) void many.look({ mappings: rows, taken: "refuse" });
  };
  const saveAll = async () => {
    setSaving(true);
    const all = await readAll(sampler.id);
    setSaving(false);
    if (all === null) setSaid({ tone: "alarm", text: t("many.outFailed") });
    else saveCsv(`helios-mappings-${sampler.id}.csv`, all);
  };
  const looked = state.step === "looked" ? state : null;
  const { added = 0, changed = 0, refused = 0 } = looked?.result.counts ?? {};
  const isWorthActing = refused === 0 && added + changed > 0;
  const isFileToMend =
    from === "csv" &&
    (faults.length > 0 || state.step === "failed" || (looked !== null && !isWorthActing));
  const act = async () => {
    const result = looked && (await many.apply(looked.request));
    if (!result?.is_done) return;
    setFrom(null);
    const { added: n, changed: others } = result.counts;
    setSaid({ tone: "good", text: t("many.done", { added: n, changed: others }) });
  };
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label={t("many.csvIn")}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void readFile(chosen);
          currentTarget.value = "";
        }}
      />
      {mayChange && isEmpty && (
        <Button onClick={() => begin("defaults", { from_defaults: true, taken: "skip" })}>
          <Sparkles className="size-4" aria-hidden="true" />
          {t("many.defaults")}
        </Button>
      )}
      {mayChange && (
        <Button onClick={() => file.current?.click()}>
          <FileUp className="size-4" aria-hidden="true" />
          {t("many.csvIn")}
        </Button>
      )}
      {!isEmpty && (
        <Button onClick={() => void saveAll()} aria-disabled={isSaving || undefined}>
          <FileDown className="size-4" aria-hidden="true" />
          {t("many.csvOut")}
        </Button>
      )}
      {mayChange && sources.length > 0 && (
        <Button onClick={() => begin("copy")}>
          <Copy className="size-4" aria-hidden="true" />
          {t("many.copy")}
        </Button>
      )}
      <Drawer
        open={from !== null}
        onClose={() => setFrom(null)}
        title={t(`many.titles.${from ?? "csv"}`)}
        lead={t("mappings.ofSampler", { name: sampler.name })}
        footer={
          <>
            <Button onClick={() => setFrom(null)}>{t("kit.cancel")}</Button>
            {isFileToMend && (
              <Button tone="primary" onClick={() => file.current?.click()}>
                {t("many.chooseAgain")}
              </Button>
            )}
            {state.step === "failed" && isWorthAnother(state.failure) && (
              <Button onClick={() => void many.look(state.request)}>{t("mapAll.again")}</Button>
            )}
            {isWorthActing && (
              <Button tone="primary" onClick={() => void act()}>
                {t("many.apply", { count: added + changed })}
              </Button>
            )}
          </>
        }
      >
        <div className="space-y-4">
          {from === "copy" && (
            <SelectField
              id="copy-from"
              label={t("many.copyFrom")}
              defaultValue=""
              onChange={({ currentTarget: { value } }) =>
                value !== "" && void many.look({ from_sampler_id: Number(value), taken: "skip" })
              }
              options={[
                { value: "", label: t("many.chooseSource") },
                ...sources.map((source) => ({
                  value: String(source.samplerId),
                  label: `${source.deviceName} · ${source.samplerName} (${source.mappings})`,
                })),
              ]}
            />
          )}
          {faults.length > 0 && (
            <div role="alert" className="text-sm">
              <p className="font-medium text-alarm">{t("many.fileRefused")}</p>
              <ul className="mt-1 list-disc pl-5">
                {faults.slice(0, 50).map(({ code, line, value }) => (
                  <li key={`${line}:${code}:${value}`}>
                    {t(`many.faults.${code}`, { line, value })}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {state.step === "busy" && <ManyBusy does={state.does} rows={state.rows} />}
          {state.step === "failed" && (
            <Failure inline>{t(`many.failures.${state.failure}`)}</Failure>
          )}
          {looked && <ManyPreview result={looked.result} />}
        </div>
      </Drawer>
      {said !== null && <Toast {...said} durationMs={3_000} onClose={() => setSaid(null)} />}
    </>
  );
}

const isWorthAnother = (failure: ManyFailure): boolean =>
  failure !== "gone" && failure !== "too_large";

/** All pages of a sampler's mappings as a file; null when one could not be read. */
async function readAll(samplerId: number): Promise<string | null> {
  const types = await callApi<{ data: TelemetryTypeJson[] }>(
    `samplers/${samplerId}/telemetry_types`,
  );
  if (!types.ok) return null;
  const names = new Map(types.data.data.map(({ id, name }) => [id, name]));
  const all: MappingJson[] = [];
  for (let page = 1, isMore = true; isMore; page++) {
    const answer = await callApi<MappingsPage>(
      `samplers/${samplerId}/telemetry_definitions?limit=200&page=${page}`,
    );
    if (!answer.ok) return null;
    all.push(...answer.data.data);
    isMore = answer.data.data.length > 0 && all.length < answer.data.paging.count;
  }
  return mappingsToCsv(all, (id) => names.get(id) ?? null);
}
