import { MessageSquare, Smile } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import "#app/kit/charts/texts.ts";
import "#app/features/machines/texts.ts";
import "#app/features/maintenance/texts.ts";
import "#app/features/people/texts.ts";
import { Accordion } from "#app/kit/controls/accordion.tsx";
import { ChoiceField } from "#app/kit/controls/choice-field.tsx";
import { CheckField, CheckGroup } from "#app/kit/controls/check-field.tsx";
import { CopyBlock } from "#app/kit/controls/copy-block.tsx";
import { CopyOnce } from "#app/kit/controls/copy-once.tsx";
import { DateField } from "#app/kit/controls/date-field.tsx";
import { IconButton } from "#app/kit/controls/icon-button.tsx";
import { NameTip } from "#app/kit/controls/name-tip.tsx";
import { RangeSlider, Slider } from "#app/kit/controls/slider.tsx";
import { Tooltip } from "#app/kit/controls/tooltip.tsx";
import { JobProgress, type JobState } from "#app/kit/states/job-progress.tsx";
import { KitSection } from "./kit-frame.tsx";
import "#app/kit/forms/texts.ts";
import "#app/kit/texts.ts";
import "#app/features/shell/terms/texts.ts";
import "#app/features/shell/texts.ts";

/** Controls that stand by themselves. */
export function KitSmallControls() {
  return (
    <>
      <KitSection name="Slider, RangeSlider">
        <Sliders />
      </KitSection>
      <KitSection name="CheckField, CheckGroup">
        <Checks />
      </KitSection>
      <KitSection name="ChoiceField">
        <Choices />
      </KitSection>
      <KitSection name="DateField">
        <Dates />
      </KitSection>
      <KitSection name="Tooltip, NameTip">
        <Tips />
      </KitSection>
      <KitSection name="Accordion">
        <Parts />
      </KitSection>
      <KitSection name="CopyOnce">
        <Secret />
      </KitSection>
      <KitSection name="CopyBlock">
        <Commands />
      </KitSection>
      <KitSection name="JobProgress">
        <Jobs />
      </KitSection>
    </>
  );
}

function Sliders() {
  const { t } = useTranslation();
  const [level, setLevel] = useState(40);
  const [share, setShare] = useState<[number, number]>([20, 80]);
  const usual = { min: 0, max: 100, say: useFormats().percentOf };
  return (
    <>
      <Slider {...usual} label={t("machine.speed")} value={level} onChange={setLevel} />
      <RangeSlider
        {...usual}
        label={t("machine.uptime")}
        thumbs={[t("chart.lowest"), t("chart.highest")]}
        value={share}
        onChange={setShare}
      />
    </>
  );
}

function Checks() {
  const { t } = useTranslation();
  const id = useId();
  const options = (["a", "b"] as const).map((value) => ({
    value,
    label: t(value === "a" ? "tokens.scope_read_machines" : "tokens.scope_read_series"),
  }));
  const usual = { name: id, label: t("tokens.scopes"), options };
  return (
    <div className="grid w-full gap-3">
      <CheckField label={t("terms.agree")} defaultChecked />
      <CheckField label={t("terms.disagree")} disabled />
      <Checkbox aria-label={t("terms.agree")} />
      <CheckGroup {...usual} id={`${id}a`} chosen={["b"]} help={t("tokens.scopesHelp")} />
      <CheckGroup
        {...usual}
        id={`${id}b`}
        chosen={[]}
        errors={[t("problems.list_too_short", { least: 1 })]}
      />
      <CheckGroup
        {...usual}
        id={`${id}c`}
        chosen={["a"]}
        options={options.map((option, at) => ({
          ...option,
          note: t("tokens.scopesHelp"),
          group: t(at === 0 ? "machine.speed" : "machine.uptime"),
        }))}
      />
    </div>
  );
}

function Choices() {
  const { t } = useTranslation();
  const id = useId();
  const usual = {
    label: t("complete.accuracy"),
    options: (["early", "on_time", "late"] as const).map((value) => ({
      value,
      label: t(`complete.accuracy_${value}`),
    })),
  };
  return (
    <div className="grid w-full gap-3">
      <ChoiceField {...usual} id={`${id}a`} name={`${id}a`} defaultValue="on_time" />
      <ChoiceField
        {...usual}
        id={`${id}b`}
        name={`${id}b`}
        errors={[t("problems.required", { field: t("complete.accuracy") })]}
      />
      <ChoiceField
        {...usual}
        id={`${id}c`}
        name={`${id}c`}
        options={usual.options.map((option) => ({
          ...option,
          face: <Smile className="size-6" aria-hidden="true" />,
        }))}
      />
    </div>
  );
}

function Dates() {
  const { t } = useTranslation();
  const id = useId();
  const [when, setWhen] = useState("2026-11-20T18:05");
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <DateField id={`${id}a`} label={t("complete.day")} max="2026-11-22" min="2026-10-05" />
      <DateField
        id={`${id}b`}
        label={t("kit.rangeFrom")}
        hasTime
        value={when}
        onValue={setWhen}
        help={when}
      />
      <DateField
        id={`${id}c`}
        label={t("kit.rangeTo")}
        defaultValue="2026-11-20"
        errors={[t("problems.required", { field: t("kit.rangeTo") })]}
      />
      <DateField id={`${id}d`} label={t("kit.rangeTo")} defaultValue="2026-11-20" disabled />
    </div>
  );
}

function Tips() {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-1 pb-12 pl-24 text-sm">
      {t("machine.uptime")}
      <Tooltip label={t("machine.uptime")}>{t("chart.legend")}</Tooltip>
      <NameTip name={t("nav.help")}>
        <button type="button" aria-label={t("nav.help")} className="size-11">
          ?
        </button>
      </NameTip>
      <IconButton label={t("chart.legend")} onClick={() => undefined}>
        <MessageSquare className="size-4" aria-hidden="true" />
      </IconButton>
    </p>
  );
}

function Parts() {
  const { t } = useTranslation();
  const content = <p className="text-sm">{t("machines.emptyText")}</p>;
  return (
    <Accordion
      sections={[
        { id: "a", title: t("machine.currentState"), isOpen: true, content },
        { id: "b", title: t("machine.productivity"), aside: "12", content },
      ]}
    />
  );
}

function Secret() {
  const { t } = useTranslation();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <CopyOnce
      title={t("tokens.createdTitle")}
      text={t("tokens.created")}
      label={t("tokens.value")}
      secret="hsk_4f9c2d7e1b6a8035"
      onDismiss={() => setGone(true)}
    />
  );
}

function Commands() {
  const { t } = useTranslation();
  return (
    <CopyBlock
      title={t("tokens.value")}
      text={t("tokens.created")}
      code={"export HELIOS_SAMPLER_KEY=hsk_…\ncurl http://localhost:4000/healthz"}
    />
  );
}

const STATES: readonly JobState[] = ["stopping", "stopped", "done", "failed"];

function Jobs() {
  const { t } = useTranslation();
  const [state, setState] = useState<JobState>("running");
  const usual = { label: t("kit.measure"), detail: "3 / 12" };
  return (
    <div className="grid w-full gap-3">
      <JobProgress
        {...usual}
        state={state}
        done={3}
        total={12}
        onStop={() => setState("stopping")}
      />
      <JobProgress {...usual} state="running" done={0} total={null} />
      {STATES.map((each) => (
        <JobProgress
          key={each}
          {...usual}
          state={each}
          done={each === "done" ? 12 : 5}
          total={12}
          onRetry={() => setState("running")}
        />
      ))}
    </div>
  );
}
