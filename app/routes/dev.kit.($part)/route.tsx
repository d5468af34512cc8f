import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useParams } from "@remix-run/react";
import { Fragment } from "react";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { DocumentFailure } from "#app/components/layout/page-failure.tsx";
import { Logo } from "#app/components/layout/logo.tsx";
import { KitCharts } from "#app/features/kit/kit-charts.tsx";
import { KitControls } from "#app/features/kit/kit-controls.tsx";
import { KitData } from "#app/features/kit/kit-data.tsx";
import { KitTexts } from "#app/features/kit/kit-frame.tsx";
import { KitIndex } from "#app/features/kit/kit-index.tsx";
import { KitTables } from "#app/features/kit/kit-tables.tsx";
import { KitForms } from "#app/features/kit/kit-forms.tsx";
import { KitSmallControls } from "#app/features/kit/kit-small-controls.tsx";
import { answerSampleForm } from "#app/features/kit/sample.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { refuseForeignForms } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { getDeps } from "#app/platform/context.server.ts";

const TEXTS = {
  en: { common: en.common, glossary: en.glossary },
  es: { common: es.common, glossary: es.glossary },
};

const PARTS = {
  tables: <KitTables />,
  data: <KitData />,
  charts: <KitCharts />,
  controls: <KitControls />,
  forms: (
    <>
      <KitForms />
      <KitSmallControls />
    </>
  ),
};
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

/** The kit of the house: every component in every state, or one part of it. In local mode only; anywhere else it does not exist. */
export function loader({ context, params: { part } }: LoaderFunctionArgs) {
  requireLocal(context);
  if (part !== undefined && !isPart(part)) throw new Response("Not found", { status: 404 });
  return null;
}

/** Keeps nothing: for the states of forms. */
export async function action(args: ActionFunctionArgs) {
  requireLocal(args.context);
  refuseForeignForms(args);
  return answerSampleForm(await readForm(args.request));
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

function requireLocal(context: LoaderFunctionArgs["context"]): void {
  if (getDeps(context).env.HELIOS_MODE !== "local")
    throw new Response("Not found", { status: 404 });
}

export default function KitPage() {
  const { part = "" } = useParams();
  const shown = isPart(part) ? [part] : (Object.keys(PARTS) as (keyof typeof PARTS)[]);
  return (
    <main className="mx-auto max-w-[1600px] px-4 py-6 lg:px-6">
      <h1>
        <Logo />
      </h1>
      <KitIndex parts={Object.keys(PARTS)} />
      <KitTexts.Provider value={TEXTS}>
        {shown.map((name) => (
          <Fragment key={name}>{PARTS[name]}</Fragment>
        ))}
      </KitTexts.Provider>
    </main>
  );
}

export const ErrorBoundary = DocumentFailure;
