import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { CircleAlert, CircleCheck, MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  listOutbox,
  OUTBOX_STATUSES,
  type OutboxStatus,
} from "#app/features/mail/list-outbox.server.ts";
import { MessageList } from "#app/features/mail/message-list.tsx";
import { retryMessage } from "#app/features/mail/retry-message.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { answerForm, oneThing } from "#app/pages/answer-form.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/mail/texts.ts";

export const handle = { titleKey: "nav.messages" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

const PER_PAGE = 25;
/** Those that need somebody come first. */
const SHOWN = ["dead", "failed", "queued", "sent"] as const satisfies readonly OutboxStatus[];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireRole({ request, context }, "superuser");
  const query = new URL(request.url).searchParams;
  const status = OUTBOX_STATUSES.find((each) => each === query.get("status")) ?? "dead";
  const before = Number(query.get("before"));
  const page = {
    status,
    limit: PER_PAGE,
    ...(Number.isSafeInteger(before) && before > 0 ? { before } : {}),
  };
  const { messages, nextBefore } = await listOutbox(ctx, page);
  return {
    status,
    nextBefore,
    ownZone: user.timeZone,
    messages: messages.map(
      ({
        id,
        channel,
        to,
        subject,
        attempts,
        lastError,
        createdAt,
        sentAt,
        isErased,
        status: own,
      }) => ({
        ...{ id, channel, to, subject, attempts, lastError, createdAt, sentAt, isErased },
        status: own,
      }),
    ),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx } = await requireRole({ request, context }, "superuser");
  return answerForm({
    intent: "retry",
    form: await readForm(request),
    schema: oneThing,
    run: ({ id }) => retryMessage(ctx, id),
  });
}

export default function OutboxPage() {
  const { t } = useTranslation();
  const { status, messages, nextBefore, ownZone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isQueued = answer !== undefined && answer.done !== null;
  return (
    <Page
      title={t("nav.messages")}
      aside={<p className="text-sm text-ink-soft">{t("outbox.lead")}</p>}
      narrow
    >
      <nav aria-label={t("nav.messages")} className="mb-3 flex flex-wrap gap-2">
        {SHOWN.map((each) => (
          <ButtonLink
            key={each}
            to={`?status=${each}`}
            tone={each === status ? "primary" : "quiet"}
            aria-current={each === status || undefined}
          >
            {t(`outbox.status_${each}`)}
          </ButtonLink>
        ))}
      </nav>
      <div role="status" className="mb-3 empty:mb-0">
        {answer && (
          <Notice
            tone={isQueued ? "good" : "alarm"}
            icon={
              isQueued ? (
                <CircleCheck className="size-4 text-go" aria-hidden="true" />
              ) : (
                <CircleAlert className="size-4 text-alarm" aria-hidden="true" />
              )
            }
          >
            {t(isQueued ? "outbox.queued" : "outbox.notQueued")}
          </Notice>
        )}
      </div>
      {messages.length === 0 ? (
        <EmptyState
          icon={<MailCheck className="size-6" aria-hidden="true" />}
          title={t(`outbox.empty_${status}`)}
        >
          {t("outbox.emptyText")}
        </EmptyState>
      ) : (
        <MessageList messages={messages} ownZone={ownZone} />
      )}
      {nextBefore !== null && (
        <p className="mt-4 text-center text-sm">
          <Link
            to={`?status=${status}&before=${nextBefore}`}
            className="rounded-control font-medium text-ink-soft underline hover:text-ink max-lg:finger-line"
          >
            {t("outbox.older")}
          </Link>
        </p>
      )}
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
