import { useFetcher, useFetchers } from "@remix-run/react";
import { MessageSquare } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Accordion } from "#app/kit/controls/accordion.tsx";
import { Chip } from "#app/kit/chip.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import { useChanges } from "#app/live/index.ts";
import { commentAddress } from "./comment-address.ts";
import type { CommentAnswer, ListedComment } from "./comment.ts";
import { CommentBox } from "./comment-box.tsx";
import { CommentRow } from "./comment-row.tsx";
import { quoteOf } from "./quote.ts";
import { useFocusBeside } from "./use-focus-beside.ts";
import "./texts.ts";

type Props = {
  deviceId: number;
  /** IANA name, of the facility. */
  timezone: string;
  /** What the page came with; null: nothing yet. */
  first: CommentAnswer | null;
};

/** A machine's comments, live: what a colleague writes appears by itself. */
export function CommentPanel({ deviceId, timezone, first }: Props) {
  const { t } = useTranslation();
  const address = commentAddress(deviceId);
  const { data, load, state } = useFetcher<CommentAnswer>();
  // Not left to the live channel, which may be lost.
  const [isWanted, setWanted] = useState(first === null);
  const read = useCallback(() => setWanted(true), []);
  useChanges(deviceId, "comments", read);
  // A reading beside a form would be begun anew by the form's answer. Form and live channel both tell of one's own comment.
  const isSending = useFetchers().some(({ formAction }) => formAction === address);
  // Texts and writers are masked too: what came before the switch is not shown any more, and read again after it.
  const isSwitching = useDemoSwitching();
  const wasSwitching = useRef(false);
  const [before, setBefore] = useState<CommentAnswer>();
  if (isSwitching && before !== data) setBefore(data);
  useEffect(() => {
    // What is on its way was asked for before, and is given up.
    if (wasSwitching.current && !isSwitching) load(address);
    wasSwitching.current = isSwitching;
  }, [isSwitching, load, address]);
  const isFree = state === "idle" && !isSending && !isSwitching;
  useEffect(() => {
    if (!isWanted || !isFree) return;
    setWanted(false);
    load(address);
  }, [isWanted, isFree, load, address]);
  const [asked, setAsked] = useState<{ intent: "hide" | "delete"; comment: ListedComment } | null>(
    null,
  );
  const answer = isSwitching ? null : ((data === before ? null : data) ?? first);
  const page = answer?.page ?? null;
  const comments = page?.comments ?? [];
  const focusBeside = useFocusBeside(comments.length);
  const close = () => setAsked(null);
  const text = quoteOf(asked?.comment.text ?? "");
  const hidden = { id: asked?.comment.id ?? 0 };
  return (
    <div className="space-y-4" {...focusBeside}>
      {answer === null ? (
        <div role="status" aria-label={t("comments.loading")} className="skeleton h-40" />
      ) : page === null ? (
        <Failure onRetry={read} busy={state !== "idle"}>
          {t("comments.failed")}
        </Failure>
      ) : comments.length === 0 ? (
        <EmptyState
          icon={<MessageSquare className="size-6" aria-hidden="true" />}
          title={t("comments.none")}
        >
          {page.canPost && t("comments.noneText")}
        </EmptyState>
      ) : (
        <Accordion
          heading="h2"
          sections={[
            {
              id: "comments",
              title: t("crumbs.comments"),
              aside: <Chip>{t("comments.count", { count: comments.length })}</Chip>,
              isOpen: true,
              content: (
                <ul
                  data-rows
                  // A list that scrolls takes the keyboard's arrows.
                  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                  tabIndex={0}
                  className="max-h-[500px] divide-y divide-line overflow-y-auto"
                >
                  {comments.map((comment) => (
                    <CommentRow
                      key={comment.id}
                      comment={comment}
                      timezone={timezone}
                      nowMs={page.nowMs}
                      onAsk={(intent) => setAsked({ intent, comment })}
                    />
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
      {/* Nobody writes on paper. */}
      <div className="print:hidden" hidden={page?.canPost === false}>
        <CommentBox
          key={deviceId}
          deviceId={deviceId}
          timezone={timezone}
          isReady={page !== null}
          people={page?.people ?? []}
          canKeepInside={page?.canKeepInside ?? false}
          onPosted={read}
        />
      </div>
      <ConfirmDialog
        open={asked?.intent === "hide"}
        onClose={close}
        title={t("comments.hideTitle")}
        text={t("comments.hideText", { text })}
        confirm={{ label: t("comments.hide") }}
        intent="hide"
        hidden={hidden}
        action={address}
        onDone={read}
        toast={{
          done: () => t("comments.hidden"),
          failed: t("comments.hideFailed"),
          durationMs: 3_000,
        }}
      />
      <ConfirmDialog
        open={asked?.intent === "delete"}
        onClose={close}
        title={t("comments.deleteTitle")}
        text={t("comments.deleteText", { text })}
        confirm={{ label: t("comments.delete") }}
        intent="delete"
        hidden={hidden}
        action={address}
        onDone={read}
        toast={{
          done: () => t("comments.deleted"),
          failed: t("comments.deleteFailed"),
          durationMs: 3_000,
        }}
      />
    </div>
  );
}
