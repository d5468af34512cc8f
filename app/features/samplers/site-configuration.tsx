import { Check, Copy, FileDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "#app/components/save-file.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { curlTest, KEY_VARIABLE, telegrafConfig } from "#app/domain/samplers/site-config.ts";
import type { WantedMapping } from "#app/domain/samplers/plan-mappings.ts";
import type { ListedSampler } from "./schemas.ts";
import "#app/kit/texts.ts";
import "./texts.ts";

type Props = {
  sampler: ListedSampler;
  site: { origin: string; rows: readonly WantedMapping[] };
  nowMs: number;
};

/** What to copy to the site, and whether it arrives. */
export function SiteConfiguration({ sampler, site, nowMs }: Props) {
  const { t } = useTranslation();
  const telegraf = telegrafConfig({
    spec: sampler.spec,
    origin: site.origin,
    plcAddress: sampler.plc_address,
    plcPort: sampler.plc_port,
    tags: site.rows,
  });
  return (
    <section aria-labelledby="site-title" className="space-y-4">
      <div>
        <h2 id="site-title" className="text-md font-semibold">
          {t("site.title", { name: sampler.name })}
        </h2>
        <p className="max-w-3xl text-sm text-ink-soft">{t("site.lead")}</p>
      </div>
      <Arrival sampler={sampler} nowMs={nowMs} />
      <Block title={t("site.key")} text={t("site.keyText")} code={`export ${KEY_VARIABLE}=hsk_…`} />
      <Block title={t("site.curl")} text={t("site.curlText")} code={curlTest(site.origin)} />
      <Block
        title={t("site.telegraf")}
        text={t("site.telegrafText")}
        code={telegraf}
        fileName="telegraf.conf"
      />
    </section>
  );
}

/** Follows the sampler's batches from when this was opened. */
function Arrival({ sampler: { status }, nowMs }: Pick<Props, "sampler" | "nowMs">) {
  const { t } = useTranslation();
  const { age, number } = useFormats();
  const [first] = useState({
    batchAt: status?.last_batch_at ?? null,
    taken: status?.accepted ?? 0,
    refused: status?.rejected ?? 0,
  });
  const hasCome = status !== null && status.last_batch_at !== first.batchAt;
  return (
    <div role="status">
      <Notice
        tone={hasCome ? "good" : "quiet"}
        title={t(hasCome ? "site.arrived" : "site.waiting")}
      >
        {hasCome
          ? t("site.arrivedText", {
              age: age(Math.max(0, nowMs - Date.parse(status.last_batch_at))),
              accepted: number(status.accepted - first.taken),
              rejected: number(status.rejected - first.refused),
            })
          : t("site.waitingText")}
      </Notice>
    </div>
  );
}

function Block({
  title,
  text,
  code,
  fileName,
}: {
  title: string;
  text: string;
  code: string;
  fileName?: string;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<"yes" | "failed" | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied("yes"),
      // Without leave to write to the clipboard it is selected and copied by hand.
      () => setCopied("failed"),
    );
  const Icon = copied === "yes" ? Check : Copy;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-end gap-2">
        <div className="mr-auto max-w-3xl">
          <h3 className="text-sm font-semibold">{title}</h3>
          <p className="text-sm text-ink-soft">{text}</p>
        </div>
        <Button size="small" onClick={() => void copy()}>
          <Icon className="size-4" aria-hidden="true" />
          <span aria-live="polite">{copied === "yes" ? t("kit.copied") : t("kit.copy")}</span>
        </Button>
        {fileName !== undefined && (
          <Button
            size="small"
            onClick={() => saveFile(fileName, new Blob([code], { type: "text/plain" }))}
          >
            <FileDown className="size-4" aria-hidden="true" />
            {t("site.save", { fileName })}
          </Button>
        )}
      </div>
      {copied === "failed" && (
        <p role="alert" className="mb-1 text-sm text-ink-soft">
          {t("kit.copyByHand")}
        </p>
      )}
      <textarea
        readOnly
        aria-label={title}
        value={code}
        rows={Math.min(24, code.split("\n").length + 1)}
        spellCheck={false}
        wrap="off"
        className="block w-full overflow-auto rounded-card border border-line bg-sunken p-3 font-mono text-xs leading-5"
      />
    </div>
  );
}
