import { useRevalidator } from "@remix-run/react";
import { Check } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Page } from "#app/components/layout/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { curlFirstMachine, ENROLLMENT_VARIABLE } from "#app/domain/samplers/site-config.ts";
import { CopyBlock } from "#app/kit/controls/copy-block.tsx";
import { useArrivalToast } from "#app/kit/forms/use-arrival-toast.tsx";
import { doneSteps, STEPS, type FirstSteps, type Step } from "./steps.ts";
import "./texts.ts";

/** How often a page that waits for samples asks for them. */
const ASKED_AGAIN_MS = 3_000;

type Props = {
  found: FirstSteps;
  /** Scheme and host that samplers send to. */
  origin: string;
  /** What makes an enrollment key or a machine. It stays on the page, for it shows the key that it made. */
  machineActs: ReactNode;
  /** The enrollment key that was made since the page was opened; null: none was. */
  madeKey: string | null;
};

/** The way from an empty installation to the first machine, one act at a time. */
export function FirstStepsList({ found, origin, machineActs, madeKey }: Props) {
  const { t } = useTranslation();
  const done = doneSteps(found);
  const next = STEPS.find((step) => !done.has(step));
  useAskAgain(next !== undefined);
  return (
    <Page title={t("firstSteps.title")} narrow>
      <p className="text-sm text-ink-soft">{t("firstSteps.lead")}</p>
      <p role="status" className="mt-1 mb-4 text-sm font-medium">
        {t("firstSteps.progress", { done: done.size, all: STEPS.length })}
      </p>
      {next === undefined && <AllDone found={found} />}
      <ol className="space-y-2">
        {STEPS.map((step, index) => (
          <StepCard
            key={step}
            step={step}
            number={index + 1}
            state={done.has(step) ? "done" : step === next ? "next" : "later"}
          >
            {step === "machine" && (done.has("facility") || done.has("machine")) ? (
              <div className="flex flex-wrap gap-2">{machineActs}</div>
            ) : (
              step === next && (
                <StepAct step={step} found={found} origin={origin} madeKey={madeKey} />
              )
            )}
          </StepCard>
        ))}
      </ol>
      {useArrivalToast()}
    </Page>
  );
}

type State = "done" | "next" | "later";

function StepCard({
  step,
  number,
  state,
  children,
}: {
  step: Step;
  number: number;
  state: State;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <li
      aria-current={state === "next" ? "step" : undefined}
      className={cx(
        "flex gap-3 rounded-card border bg-card p-4",
        state === "next" ? "border-ring" : "border-line",
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold",
          state === "done" ? "bg-go-wash text-go" : "bg-idle-wash text-ink-soft",
        )}
      >
        {state === "done" ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className={cx("text-md font-semibold", state === "later" && "text-ink-soft")}>
            {t(`firstSteps.${step}`)}
          </h2>
          <span className="text-sm text-ink-soft">{t(`firstSteps.states.${state}`)}</span>
        </div>
        {/* What is done is short, so that the next step stays in sight; a machine can be added again. */}
        {(state !== "done" || children) && (
          <p className="mt-0.5 text-sm text-ink-soft">{t(`firstSteps.${step}Text`)}</p>
        )}
        {children && <div className="mt-3 space-y-4">{children}</div>}
      </div>
    </li>
  );
}

const BACK = `redirect=${encodeURIComponent("/first_steps")}`;

/** The one thing to do next. */
type ActProps = Pick<Props, "found" | "origin" | "madeKey">;

function StepAct({ step, found, origin, madeKey }: ActProps & { step: Step }) {
  const { t } = useTranslation();
  switch (step) {
    case "customer":
      return (
        <ButtonLink tone="primary" to={`/admin/customers/new?${BACK}`}>
          {t("firstSteps.customer")}
        </ButtonLink>
      );
    case "facility":
      return (
        <ButtonLink
          tone="primary"
          to={`/admin/customers/${found.customerId}/facilities/new?${BACK}`}
        >
          {t("firstSteps.facility")}
        </ButtonLink>
      );
    case "sample":
      return <SendSample found={found} origin={origin} madeKey={madeKey} />;
    case "place":
      return (
        <ButtonLink tone="primary" to={`/machines/${found.machine?.id}/configuration?${BACK}`}>
          {t("firstSteps.toConfiguration")}
        </ButtonLink>
      );
    default:
      return null;
  }
}

/** By the key of a gateway, or by the sampler of a machine that was added by hand. */
function SendSample({ found: { machine }, origin, madeKey }: ActProps) {
  const { t } = useTranslation();
  return (
    <>
      {machine !== null && !machine.hasSampler ? (
        <>
          <p className="text-sm">{t("firstSteps.bySampler")}</p>
          <ButtonLink
            tone="primary"
            to={`/machines/${machine.id}/${machine.hasFacility ? "samplers" : `configuration?${BACK}`}`}
          >
            {t(machine.hasFacility ? "firstSteps.toSamplers" : "firstSteps.toConfiguration")}
          </ButtonLink>
        </>
      ) : (
        <>
          <CopyBlock
            title={t("firstSteps.key")}
            text={t(madeKey === null ? "firstSteps.keyLost" : "firstSteps.keyText")}
            code={`export ${ENROLLMENT_VARIABLE}=${madeKey ?? "hek_…"}`}
          />
          <CopyBlock
            title={t("firstSteps.calls")}
            text={t("firstSteps.callsText")}
            code={curlFirstMachine(origin)}
          />
        </>
      )}
      <Notice role="status">{t("firstSteps.sampleWaiting")}</Notice>
    </>
  );
}

function AllDone({ found: { machine, customerId } }: Pick<Props, "found">) {
  const { t } = useTranslation();
  return (
    <div className="mb-4">
      <Notice tone="good" role="status" title={t("firstSteps.allDone")}>
        {t("firstSteps.allDoneText")}
      </Notice>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink tone="primary" to="/dashboard">
          {t("firstSteps.toDashboard")}
        </ButtonLink>
        <ButtonLink to={`/machines/${machine?.id}`}>{t("firstSteps.toMachine")}</ButtonLink>
        <ButtonLink to={`/admin/customers/${customerId}/serviceTiers`}>
          {t("firstSteps.toTiers")}
        </ButtonLink>
        <ButtonLink to={`/admin/customers/${customerId}/users`}>
          {t("firstSteps.toPeople")}
        </ButtonLink>
      </div>
    </div>
  );
}

function useAskAgain(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    // Asked while an answer is on its way, the page would drop that one, and on a slow server never get any.
    if (!isWaiting || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [revalidate, state, isWaiting]);
}
