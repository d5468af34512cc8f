import { FileDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "#app/components/save-file.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import {
  countLeftOut,
  curlTest,
  KEY_VARIABLE,
  telegrafConfig,
} from "#app/domain/samplers/site-config.ts";
import { CopyBlock } from "#app/kit/controls/copy-block.tsx";
import type { WantedMapping } from "#app/domain/samplers/plan-mappings.ts";
import type { ListedSampler } from "./schemas.ts";
import "./texts.ts";

const CONFIG_FILE = "telegraf.conf";

type Props = {
  sampler: ListedSampler;
  site: { origin: string; rows: readonly WantedMapping[] };
  nowMs: number;
};

/** What to copy to the site, and whether it arrives. */
export function SiteConfiguration({ sampler, site, nowMs }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const asked = {
    spec: sampler.spec,
    origin: site.origin,
    plcAddress: sampler.plc_address,
    plcPort: sampler.plc_port,
    tags: site.rows,
  };
  const telegraf = telegrafConfig(asked);
  const leftOut = countLeftOut(asked);
  return (
    <section aria-labelledby="site-title" className="space-y-4">
      <div>
        <h2 id="site-title" className="text-md font-semibold">
          {t("site.title", { name: sampler.name })}
        </h2>
        <p className="max-w-3xl text-sm text-ink-soft">{t("site.lead")}</p>
      </div>
      <Arrival sampler={sampler} nowMs={nowMs} />
      <CopyBlock
        title={t("site.key")}
        text={t("site.keyText")}
        code={`export ${KEY_VARIABLE}=hsk_…`}
      />
      <CopyBlock title={t("site.curl")} text={t("site.curlText")} code={curlTest(site.origin)} />
      {leftOut > 0 && (
        <Notice
          tone="warn"
          title={t("site.leftOut", {
            count: leftOut,
            n: number(leftOut),
            of: number(site.rows.length),
          })}
        >
          {t("site.leftOutText")}
        </Notice>
      )}
      <CopyBlock
        title={t("site.telegraf")}
        text={t("site.telegrafText")}
        code={telegraf}
        aside={
          <Button
            size="small"
            onClick={() => saveFile(CONFIG_FILE, new Blob([telegraf], { type: "text/plain" }))}
          >
            <FileDown className="size-4" aria-hidden="true" />
            {t("site.save", { fileName: CONFIG_FILE })}
          </Button>
        }
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
