import { useTranslation } from "react-i18next";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { cx } from "#app/components/cx.ts";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { isHumanKey } from "#app/domain/samplers/mapping-rules.ts";
import type { SampleValue } from "#app/domain/series/types.ts";
import type { UnmappedTag } from "./list-unmapped.server.ts";
import "#app/kit/forms/texts.ts";
import "./texts.ts";

type Props = {
  tag: UnmappedTag;
  /** Machines of the same make and model. */
  kinCount: number;
  /** The newest one; null before any came. */
  value: SampleValue | null;
  isStale: boolean;
  isChosen: boolean;
  /** What it would be mapped to. */
  name: string;
  /** Why Helios refused that, in words. */
  problem: string | undefined;
  onToggle: () => void;
  onName: (name: string) => void;
};

/** A tag that nobody mapped: what comes under it, what machines of its kind call it, and the name that it would get. */
export function UnmappedTagRow({
  tag,
  kinCount,
  value,
  isStale,
  isChosen,
  name,
  problem,
  onToggle,
  onName,
}: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isFit = isHumanKey(name);
  const told = problem ?? (isFit ? undefined : t("problems.human_key_restrictions"));
  return (
    <li
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-2 lg:py-2.5 lg:grid-cols-[auto_minmax(10rem,1.2fr)_7rem_6rem_8rem_minmax(12rem,1fr)]"
      data-unmapped={tag.name}
    >
      <label className="relative -m-3 grid size-11 place-items-center lg:m-0 lg:size-auto">
        <span className="sr-only">{t("unmapped.chooseTag", { name: tag.name })}</span>
        <Checkbox checked={isChosen} onChange={onToggle} className="size-5 lg:size-4" />
      </label>
      <div className="min-w-0">
        <p className="font-mono text-sm break-all">{tag.name}</p>
        <p className="text-xs text-ink-faint">
          {t(typeof value === "string" ? "unmapped.text" : "unmapped.number")}
          {tag.perMinute !== null &&
            ` · ${t("unmapped.rate", { n: number(tag.perMinute, tag.perMinute < 10 ? 1 : 0) })}`}
        </p>
      </div>
      <p
        className={cx(
          "max-w-28 text-right text-sm font-semibold break-all lg:max-w-none",
          isStale && "stale",
        )}
      >
        {typeof value === "number"
          ? number(value, Number.isInteger(value) ? 0 : 2)
          : (value ?? "–")}
      </p>
      <Sparkline
        values={tag.spark}
        className="order-1 col-start-3 h-6 w-20 lg:order-none lg:col-start-auto lg:h-8 lg:w-full lg:max-w-40"
      />
      <p className="col-start-2 text-xs text-ink-soft lg:col-start-auto">
        {kinCount === 0
          ? t("unmapped.noKin")
          : tag.kin === null
            ? t("unmapped.kinNone", { count: kinCount })
            : t("unmapped.kin", { n: tag.kin.machines, of: kinCount, to: tag.kin.humanKey })}
      </p>
      <div className="order-2 col-span-2 col-start-2 lg:order-none lg:col-span-1 lg:col-start-auto">
        <input
          aria-label={t("unmapped.nameOf", { name: tag.name })}
          value={name}
          onChange={({ currentTarget }) => onName(currentTarget.value)}
          maxLength={64}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-invalid={told !== undefined || undefined}
          className="h-11 w-full rounded-control border border-line-strong bg-card px-2 text-sm aria-invalid:border-alarm lg:h-8"
        />
        {told !== undefined && <p className="mt-1 text-xs text-alarm">{told}</p>}
      </div>
    </li>
  );
}
