import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { Field } from "#app/components/forms/field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import {
  DEFAULT_LOWER_PERCENTILE,
  DEFAULT_UPPER_PERCENTILE,
  isLowerPercentile,
  isUpperPercentile,
} from "#app/domain/samplers/mapping-rules.ts";
import { LeaveGuard } from "#app/kit/forms/leave-guard.tsx";
import { useAskedClose } from "#app/kit/forms/use-asked-close.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import { ManyBusy, ManyPreview } from "./many-preview.tsx";
import { readUnmappedNames, type NamesRead } from "./read-unmapped-names.ts";
import type { ListedSampler, UnmappedNamesJson } from "./schemas.ts";
import { useManyMappings } from "./use-many-mappings.ts";
import "#app/kit/forms/texts.ts";
import "#app/kit/texts.ts";
import "./many/texts.ts";
import "./texts.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  sampler: ListedSampler;
  /** A part of the names; empty: all of them. */
  containing: string;
  onDone: (added: number) => void;
};

/** What is set of each mapping until somebody changes it. */
const FIRST = {
  isThreshold: true,
  lower: String(DEFAULT_LOWER_PERCENTILE),
  upper: String(DEFAULT_UPPER_PERCENTILE),
  isUts: false,
};
const isChanged = (now: typeof FIRST): boolean => JSON.stringify(now) !== JSON.stringify(FIRST);

/** All that comes unmapped in one act: read, looked at, then mapped with one set of detection. */
export function MapAllDrawer({ open, onClose, sampler, containing, onDone }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const many = useManyMappings(sampler.id);
  const { look, reset } = many;
  const names = useNames(sampler.id, containing);
  const { begin, step } = names;
  const [detection, setDetection] = useState(FIRST);
  const { isThreshold, lower, upper, isUts } = detection;
  const set = (part: Partial<typeof FIRST>) => setDetection((before) => ({ ...before, ...part }));
  const shown = useRef(detection);
  useEffect(() => {
    shown.current = detection;
  });
  const isDirty = useCallback(() => isChanged(shown.current), []);
  const close = () => {
    setDetection(FIRST);
    onClose();
  };
  const { tryToClose, question, keep } = useAskedClose(isDirty, close);
  useEffect(() => {
    if (open) begin();
    else reset();
  }, [open, begin, reset]);
  useEffect(() => {
    if (step.step === "read") void look({ mappings: step.rows, taken: "refuse" });
  }, [step, look]);
  const count = step.step === "read" ? step.rows.length : 0;
  const canUts = count <= MAX_UTS_TAGS_PER_SAMPLER;
  const low = numberOf(lower);
  const high = numberOf(upper);
  const isFit = !isThreshold || (isLowerPercentile(low) && isUpperPercentile(high));
  const looked = many.state.step === "looked" ? many.state : null;
  const refused = looked?.result.counts.refused ?? 0;
  const map = async () => {
    if (step.step !== "read") return;
    const settings = {
      uts_anomaly_detection_enabled: isUts && canUts,
      threshold_anomaly_detection_enabled: isThreshold,
      ...(isThreshold
        ? { threshold_lower_bound_percentile: low, threshold_upper_bound_percentile: high }
        : {}),
    };
    const mappings = step.rows.map((row) => ({ ...row, ...settings }));
    const result = await many.apply({ mappings, taken: "refuse" });
    if (!result?.is_done) return;
    keep();
    close();
    onDone(result.counts.added);
  };
  const isBusy = many.state.step === "busy";
  return (
    <Drawer
      open={open}
      onClose={tryToClose}
      title={t("mapAll.title")}
      lead={t("mappings.ofSampler", { name: sampler.name })}
      footer={
        question ?? (
          <>
            <Button onClick={close}>{t("kit.cancel")}</Button>
            {(refused > 0 || many.state.step === "failed" || step.step === "failed") && (
              <Button onClick={begin}>{t("mapAll.again")}</Button>
            )}
            {looked && refused === 0 && count > 0 && (
              <Button
                tone="primary"
                aria-disabled={!isFit || undefined}
                className={isFit ? undefined : "opacity-60"}
                onClick={() => isFit && void map()}
              >
                {t("mapAll.map", { count, n: number(count) })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="space-y-4">
        <LeaveGuard isDirty={isDirty} />
        <p className="text-sm text-ink-soft">{t("mapAll.lead")}</p>
        <fieldset disabled={isBusy} className="space-y-3">
          <legend className="sr-only">{t("mappings.detection")}</legend>
          <SwitchField
            id="map-all-threshold"
            label={t("mappings.thresholdSwitch")}
            help={t("mappings.thresholdHelp")}
            checked={isThreshold}
            onChange={({ currentTarget: { checked } }) => set({ isThreshold: checked })}
          />
          {isThreshold && (
            <div className="grid grid-cols-2 gap-3">
              <Field
                id="map-all-lower"
                label={t("mappings.lower")}
                help={t("mappings.lowerHelp")}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={lower}
                errors={isLowerPercentile(low) ? [] : [t("problems.lower_bound_range")]}
                onChange={({ currentTarget: { value } }) => set({ lower: value })}
              />
              <Field
                id="map-all-upper"
                label={t("mappings.upper")}
                help={t("mappings.upperHelp")}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={upper}
                errors={isUpperPercentile(high) ? [] : [t("problems.upper_bound_range")]}
                onChange={({ currentTarget: { value } }) => set({ upper: value })}
              />
            </div>
          )}
          <SwitchField
            id="map-all-uts"
            label={t("mappings.utsSwitch")}
            help={canUts ? undefined : t("mapAll.utsTooMany", { most: MAX_UTS_TAGS_PER_SAMPLER })}
            checked={isUts && canUts}
            disabled={!canUts}
            onChange={({ currentTarget: { checked } }) => set({ isUts: checked })}
          />
        </fieldset>
        <Progress step={step} state={many.state} />
        {looked && <ManyPreview result={looked.result} refusedText={t("mapAll.refused")} />}
      </div>
    </Drawer>
  );
}

/** What is under way, or why it stopped. */
function Progress({
  step,
  state,
}: {
  step: NamesRead;
  state: ReturnType<typeof useManyMappings>["state"];
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (step.step === "failed") return <Failure inline>{t("mapAll.unread")}</Failure>;
  if (step.step === "reading")
    return (
      <p role="status">
        {step.of === null
          ? t("mapAll.reading")
          : t("mapAll.readingOf", { n: number(step.read), of: number(step.of) })}
      </p>
    );
  if (state.step === "failed")
    return <Failure inline>{t(`many.failures.${state.failure}`)}</Failure>;
  return state.step === "busy" ? <ManyBusy does={state.does} rows={state.rows} /> : null;
}

function useNames(samplerId: number, containing: string) {
  const [step, setStep] = useState<NamesRead>({ step: "reading", read: 0, of: null });
  const newest = useRef(0);
  const begin = useCallback(() => {
    const own = ++newest.current;
    const part = containing === "" ? "" : `&containing=${encodeURIComponent(containing)}`;
    void readUnmappedNames({
      call: (page) =>
        callApi<UnmappedNamesJson>(`samplers/${samplerId}/unmapped_tags?page=${page}${part}`),
      onStep: setStep,
      isWanted: () => own === newest.current,
    });
  }, [samplerId, containing]);
  return { step, begin };
}

/** As people write it, with a comma too; NaN where it is no number. */
const numberOf = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
