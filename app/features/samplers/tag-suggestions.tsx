import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { ChipButton } from "#app/kit/chip.tsx";
import type { SuggestedTagsJson } from "./schemas.ts";
import "./texts.ts";

const ASK_AFTER_MS = 500;

type Props = {
  machineKey: string;
  deviceId: number;
  chosen: string;
  /** Of the mapping that is edited. */
  own: string | undefined;
  onChoose: (humanKey: string) => void;
};

const NONE: SuggestedTagsJson = { data: [], in_use: [] };

/** Human tags that fit the machine key and are free on the machine; one that is chosen stays editable. */
export function TagSuggestions({ machineKey, deviceId, ...rest }: Props) {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (machineKey === "") {
      setFound(NONE);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ machine_key: machineKey, device_id: String(deviceId) });
      void callApi<SuggestedTagsJson>(`telemetry_definitions/suggested_tags?${query}`, {
        signal: abort.signal,
      }).then((answer) => {
        if (!abort.signal.aborted) setFound(answer.ok ? answer.data : NONE);
      });
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [machineKey, deviceId]);
  return <SuggestedTags found={found} {...rest} />;
}

type Found = Pick<Props, "chosen" | "own" | "onChoose"> & { found: SuggestedTagsJson };

/** What is free to choose, and of what fits as well by which tag it is used already. */
export function SuggestedTags({ found, chosen, own, onChoose }: Found) {
  const { t } = useTranslation();
  const offered = found.data.filter((tag) => tag !== chosen);
  const used = found.in_use.filter(({ human_key }) => human_key !== own);
  if (offered.length === 0 && used.length === 0) return null;
  return (
    <div className="mt-2" role="group" aria-label={t("mappings.suggestions")}>
      <p className="mb-1 text-xs text-ink-faint">{t("mappings.suggestions")}</p>
      <div className="flex flex-wrap gap-2">
        {offered.map((tag) => (
          <ChipButton key={tag} onClick={() => onChoose(tag)}>
            {tag}
          </ChipButton>
        ))}
      </div>
      {used.map(({ human_key: tag, machine_key: key }) => (
        <p key={tag} className="mt-1 text-xs break-words text-ink-faint">
          {t("mappings.suggestionInUse", { tag, key })}
        </p>
      ))}
    </div>
  );
}
