import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  useActionData,
  useFetcher,
  useLoaderData,
  useNavigate,
  type ClientActionFunctionArgs,
} from "@remix-run/react";
import { ShieldAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import {
  canRequestPartsQuote,
  requestPartsQuote,
} from "#app/features/maintenance/request-parts-quote.server.ts";
import "#app/features/maintenance/quotes/texts.ts";
import { LOST, readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { HOME_PATH, requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

/** `isFailed`: it is not the link's fault, and may be asked again. */
type Answer = { isRequested: boolean; isFailed: boolean };

export const handle = { titleKey: "partsQuote.title" };

const readLink = ({ request, params }: LoaderFunctionArgs) => ({
  id: parseRowId(params["id"]) ?? 0,
  token: (new URL(request.url).searchParams.get("token") ?? "").slice(0, 128),
});

/** Asks for nothing: whoever fetches the link ahead, or looks at it for a mail program, gets the page only. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireUser(args);
  const { id, token } = readLink(args);
  const isValid = await canRequestPartsQuote(ctx, id, token);
  return data({ isValid, home: HOME_PATH }, { status: isValid ? 200 : 401 });
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireUser(args);
  await readForm(args.request);
  const { id, token } = readLink(args);
  try {
    await requestPartsQuote(ctx, id, token);
    return data<Answer>({ isRequested: true, isFailed: false });
  } catch (error) {
    if (error instanceof AppError)
      return data<Answer>({ isRequested: false, isFailed: false }, { status: error.status });
    throw error;
  }
}

/** Nobody answered, or Helios failed: the page says so, and asks again where the person wants it. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return Response.json({ isRequested: false, isFailed: true } satisfies Answer, { status: LOST });
  }
}
export const shouldRevalidate = readAgainUnlessLost;

/** Opened by a person, it asks for the quote by itself, once; without scripts by a button. */
export default function PartsQuotePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isValid, home } = useLoaderData<typeof loader>();
  const { Form, submit, state, data: sent } = useFetcher<Answer>();
  // Without scripts the page itself is the answer.
  const asked = useActionData<Answer>();
  const answer = sent ?? asked;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isValid || isAsked.current) return;
    isAsked.current = true;
    submit({}, { method: "post" });
  }, [isValid, submit]);
  const isRequested = answer?.isRequested === true;
  const isFailed = answer?.isFailed === true;
  if (!isValid || answer?.isRequested === false)
    return (
      <Page title={t("partsQuote.title")}>
        <EmptyState
          icon={<ShieldAlert className="size-6" aria-hidden="true" />}
          title={t("partsQuote.unauthorizedTitle")}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {isFailed && (
                <Form method="post">
                  <Button type="submit" tone="primary" disabled={state !== "idle"}>
                    {t("errors.retry")}
                  </Button>
                </Form>
              )}
              <ButtonLink to={home}>{t("errors.toDashboard")}</ButtonLink>
            </div>
          }
        >
          {isFailed ? t("partsQuote.failed") : t("partsQuote.unauthorized")}
        </EmptyState>
      </Page>
    );
  return (
    <Page title={t("partsQuote.title")}>
      {/* Without scripts nothing is on its way before the button is pressed. */}
      <p role="status" className={`text-sm text-ink-soft ${isRequested ? "" : "noscript:hidden"}`}>
        {isRequested ? t("partsQuote.submittedText") : t("partsQuote.asking")}
      </p>
      {!isRequested && (
        <noscript>
          <Form method="post" className="mt-4">
            <Button type="submit" tone="primary">
              {t("partsQuote.ask")}
            </Button>
          </Form>
        </noscript>
      )}
      <Dialog
        open={isRequested}
        onClose={() => navigate(home)}
        title={t("partsQuote.submitted")}
        description={t("partsQuote.submittedText")}
        actions={
          <ButtonLink to={home} tone="primary">
            {t("errors.toDashboard")}
          </ButtonLink>
        }
      />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
