import { Mail, MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { LockedButton } from "#app/components/ui/locked-button.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import { deliveryWords } from "./delivery-words.ts";
import "./texts.ts";

/** Times are Unix milliseconds. */
export type MessageView = {
  id: number;
  channel: "mail" | "sms" | "sap";
  to: string;
  subject: string;
  status: "queued" | "sent" | "failed" | "dead";
  attempts: number;
  lastError: string | null;
  createdAt: number;
  sentAt: number | null;
  /** Its words opened an account, and are gone: nothing is left to send. */
  isErased: boolean;
};

type Props = {
  messages: readonly MessageView[];
  /** The reader's; null: that of the device. */
  ownZone: string | null;
};

export function MessageList({ messages, ownZone }: Props) {
  const { t } = useTranslation();
  return (
    <ul data-rows aria-label={t("nav.messages")} className="space-y-2">
      {messages.map((message) => (
        <Card as="li" key={message.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
          <Message message={message} ownZone={ownZone} />
          {message.status === "dead" && <SendAgain message={message} />}
        </Card>
      ))}
    </ul>
  );
}

function Message({ message, ownZone }: { message: MessageView } & Pick<Props, "ownZone">) {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  const Icon = message.channel === "mail" ? Mail : MessageSquareText;
  return (
    <>
      <Icon className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium break-words">
          {message.channel === "sms" ? t("outbox.textMessage") : message.subject}
        </p>
        <p className="text-sm break-words text-ink-soft">{message.to}</p>
        <p className="text-sm text-ink-faint">
          {message.sentAt === null
            ? t("outbox.written", { time: time(message.createdAt) })
            : t("outbox.sentAt", { time: time(message.sentAt) })}
          {" · "}
          {t("outbox.attempts", { count: message.attempts })}
        </p>
        {message.lastError !== null && (
          <p className="mt-1 text-sm break-words text-ink-soft">
            {t("outbox.lastError", {
              error: deliveryWords(t, message.lastError) ?? message.lastError,
            })}
          </p>
        )}
      </div>
    </>
  );
}

/** What became of it the page says: the message leaves this list. */
function SendAgain({ message }: { message: MessageView }) {
  const { t } = useTranslation();
  if (message.isErased)
    return <LockedButton reason={t("outbox.erased")}>{t("outbox.retry")}</LockedButton>;
  return (
    <PageForm id={`retry-${message.id}`} intent="retry" answer={undefined} defaultValue={{}}>
      {({ busy }) => (
        <>
          <input type="hidden" name="id" value={message.id} />
          <SubmitButton busy={busy} aria-label={t("outbox.retryOf", { to: message.to })}>
            {t("outbox.retry")}
          </SubmitButton>
        </>
      )}
    </PageForm>
  );
}
