import { ChevronRight } from "lucide-react";
import { useId, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { isBlank } from "#app/domain/one-line.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { SamplerFields, samplerValues, type SamplerNeeds } from "./sampler-fields.tsx";
import { samplerForm, type SamplerDone } from "./sampler-form.ts";
import type { ListedSampler } from "./schemas.ts";
import "./texts.ts";

/** Another sampler or view takes the form away. */
const PLACE = ["sampler", "view"] as const;

/** The fields of a sampler's form, above its mappings; folded away until they are wanted. */
export function SamplerSettings({
  sampler,
  details,
}: {
  sampler: ListedSampler;
  /** Opened from the sampler's card too. */
  details: RefObject<HTMLDetailsElement>;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<SamplerNeeds | null>(null);
  const needs = typed ?? { name: sampler.name, spec: sampler.spec };
  return (
    <details ref={details} className="group/section rounded-card border border-line bg-card">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 text-sm font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform duration-150 group-open/section:rotate-90"
          aria-hidden="true"
        />
        <h2 className="min-w-0 flex-1">{t("samplers.settingsOf", { name: sampler.name })}</h2>
      </summary>
      <div className="max-w-2xl px-4 pt-2 pb-4">
        <ResourceForm<typeof samplerForm, SamplerDone>
          id={`${id}-sampler`}
          intent="save-sampler"
          params={PLACE}
          schema={samplerForm}
          hidden={{ id: sampler.id }}
          defaultValue={samplerValues(sampler)}
          submit={{
            label: t("samplers.save"),
            busyLabel: t("samplers.saving"),
            off: isBlank(needs.name) || needs.spec.trim() === "" ? t("samplers.needBoth") : null,
          }}
          toast={{
            done: () => t("samplers.updated"),
            failed: t("samplers.updateFailed"),
            durationMs: 3_000,
          }}
          onDone={() => setTyped(null)}
        >
          {(form) => (
            <SamplerFields
              form={form}
              sampler={sampler}
              needs={needs}
              onNeeds={(change) => setTyped({ ...needs, ...change })}
            />
          )}
        </ResourceForm>
      </div>
    </details>
  );
}
