import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { ChipButton } from "#app/kit/chip.tsx";
import "./texts.ts";

const ASK_AFTER_MS = 500;

type Props = {
  machineKey: string;
  deviceId: number;
  chosen: string;
  onChoose: (humanKey: string) => void;
};

/** Human tags that fit the machine key and are free on the machine; one that is chosen stays editable. */
export function TagSuggestions({ machineKey, deviceId, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (machineKey === "") {
      setFound([]);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ machine_key: machineKey, device_id: String(deviceId) });
      void callApi<{ data: string[] }>(`telemetry_definitions/suggested_tags?${query}`, {
        signal: abort.signal,
      }).then((answer) => {
        if (!abort.signal.aborted) setFound(answer.ok ? answer.data.data : []);
      });
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [machineKey, deviceId]);
  const offered = found.filter((tag) => tag !== chosen);
  if (offered.length === 0) return null;
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
    </div>
  );
}
