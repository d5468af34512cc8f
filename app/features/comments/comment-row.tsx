import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { toRangeText } from "#app/domain/formats/date-ranges.ts";
import { Chip } from "#app/kit/chip.tsx";
import { NameTip } from "#app/kit/controls/name-tip.tsx";
import { commentTimeIn } from "./comment-time.ts";
import type { ListedComment } from "./comment.ts";
import "./texts.ts";

/** Before and after the moment. */
const AROUND_MS = HOUR_MS;

type Props = {
  comment: ListedComment;
  timezone: string;
  /** When it was read. */
  nowMs: number;
  onAsk: (intent: "hide" | "delete") => void;
};

/** One comment: its words as they were typed, who wrote it and when in the plant, and what the reader may do with it. */
export function CommentRow({ comment, timezone, nowMs, onAsk }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { userName, insertedAt, isPublic, canHide, canDelete } = comment;
  const name = userName ?? t("comments.nobody");
  const time = `${formats.dateTime(insertedAt, timezone)} ${formats.zone(insertedAt, timezone)}`;
  return (
    <li className="py-3" data-comment={comment.id}>
      <p className="text-sm break-words whitespace-pre-wrap">
        <CommentWords comment={comment} timezone={timezone} nowMs={nowMs} />
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="text-xs text-ink-faint max-sm:min-w-40 max-sm:flex-1">
          {t("comments.by", { name, time })}
        </p>
        {!isPublic && <Chip tone="warn">{t("comments.inside")}</Chip>}
        <span className="ml-auto flex gap-1">
          {canHide && (
            <Button
              tone="bare"
              size="small"
              aria-label={t("comments.hideOf", { name, time })}
              onClick={() => onAsk("hide")}
            >
              {t("comments.hide")}
            </Button>
          )}
          {canDelete && (
            <Button
              tone="bare"
              size="small"
              aria-label={t("comments.deleteOf", { name, time })}
              onClick={() => onAsk("delete")}
            >
              {t("comments.delete")}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}

/** As they were typed; the moment that they point to is a link to the machine's series around it. */
function CommentWords({ comment, timezone, nowMs }: Omit<Props, "onAsk">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { text, deviceId, pointsAt } = comment;
  const found = pointsAt === null ? null : commentTimeIn(text, timezone);
  if (pointsAt === null || found === null) return text;
  const end = found.at + found.token.length;
  const time = `${formats.dateTime(pointsAt, timezone)} ${formats.zone(pointsAt, timezone)}`;
  const startMs = pointsAt - AROUND_MS;
  const endMs = Math.min(pointsAt + AROUND_MS, nowMs);
  const search = new URLSearchParams({
    metrics: "machine_speed",
    date_range: toRangeText({ startMs, endMs }),
  });
  return (
    <>
      {text.slice(0, found.at)}
      {startMs < endMs ? (
        <NameTip name={t("comments.seeMoment")}>
          <Link
            to={`/machines/${deviceId}/analytics?${search}`}
            className="text-calm hover:underline max-lg:finger-line"
          >
            {time}
            <span className="sr-only">{`, ${t("comments.seeMoment")}`}</span>
          </Link>
        </NameTip>
      ) : (
        time
      )}
      {text.slice(end)}
    </>
  );
}
