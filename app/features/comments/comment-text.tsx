import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { localTimeOf } from "#app/domain/formats/local-days.ts";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { MAX_COMMENT_LENGTH } from "./comment.ts";
import { commentTimeIn } from "./comment-time.ts";
import { suggestionsAt, wholeName, type Nameable } from "./mentions.ts";
import "./texts.ts";

type Props = {
  field: ReturnType<ResourceFormState["fieldProps"]>;
  timezone: string;
  people: readonly Nameable[];
  /** Only the provider's staff reads it. */
  isInside: () => boolean;
  onText: (text: string) => void;
};

/** Where the words of a comment are written: after an `@` names are offered, and a moment can be pointed to. */
export function CommentText({ field, timezone, people, isInside, onText }: Props) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { label, errors, ...props } = field;
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const names = useNames(area, () => (isInside() ? people.filter((one) => one.isStaff) : people));
  const isOffering = names.offered.length > 0;
  // It opens below the field, where a phone has its keys.
  useEffect(() => {
    if (isOffering) list.current?.scrollIntoView({ block: "nearest" });
  }, [isOffering]);
  const listId = `${props.id}-names`;
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <div>
      <label htmlFor={props.id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <textarea
          {...props}
          ref={area}
          rows={3}
          maxLength={MAX_COMMENT_LENGTH}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={`${errors.length > 0 ? `${props.id}-errors ` : ""}${props.id}-help`}
          aria-autocomplete="list"
          aria-controls={isOffering ? listId : undefined}
          aria-activedescendant={isOffering ? optionId(names.chosen) : undefined}
          onChange={({ target }) => {
            onText(target.value);
            names.look();
          }}
          onSelect={names.look}
          onBlur={names.end}
          onKeyDown={names.onKeyDown}
          className="w-full rounded-control border border-line-strong bg-card px-3 py-2 text-md text-ink hover:border-ink-faint focus-visible:outline-offset-0 lg:text-sm"
        />
        {isOffering && (
          <ul
            ref={list}
            id={listId}
            role="listbox"
            aria-label={t("comments.names")}
            className="absolute top-full left-0 z-20 mt-1 max-w-full min-w-56 rounded-control border border-line bg-card py-1 shadow-float"
          >
            {names.offered.map((person, index) => (
              <li
                key={person.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === names.chosen}
                // The field keeps the focus.
                onPointerDown={(event) => {
                  event.preventDefault();
                  names.take(person);
                }}
                className="flex min-h-11 cursor-pointer items-center px-3 text-sm hover:bg-hover aria-selected:bg-hover lg:min-h-9"
              >
                <span className="truncate">{wholeName(person)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <FieldErrors id={props.id} errors={errors} />
      <div className="mt-1.5 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p id={`${props.id}-help`} className="max-w-prose text-sm text-ink-faint">
          {t("comments.textHelp")}
        </p>
        {hydrated && (
          <Button tone="bare" size="small" onClick={() => pointToNow(area.current, timezone)}>
            {t("comments.pointToNow")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The names that fit what is written at the caret, and the one that Enter takes. */
function useNames(area: RefObject<HTMLTextAreaElement | null>, people: () => readonly Nameable[]) {
  const [found, setFound] = useState<{ from: number; people: Nameable[] } | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = found?.people ?? [];
  const end = () => setFound(null);
  const look = () => {
    const field = area.current;
    if (field === null || field.selectionStart !== field.selectionEnd) return end();
    const next = suggestionsAt(field.value, field.selectionStart, people());
    if (next?.from !== found?.from || next?.people.length !== offered.length) setChosen(0);
    setFound(next);
  };
  const take = (person: Nameable) => {
    const field = area.current;
    if (field === null || found === null) return;
    write(field, `@${wholeName(person)} `, [found.from, field.selectionStart]);
    end();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = offered[chosen];
    if (person === undefined || event.nativeEvent.isComposing) return;
    if (step !== undefined) setChosen((chosen + step + offered.length) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") take(person);
    else if (event.key === "Escape") end();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { offered, chosen, look, take, end, onKeyDown };
}

/** Writes over that part of the field as if it were typed. */
function write(field: HTMLTextAreaElement, text: string, [start, end]: [number, number]): void {
  const room = MAX_COMMENT_LENGTH - (field.value.length - (end - start));
  if (text.length > room) return;
  field.focus();
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The moment can be changed where it stands; there is one of a comment. */
function pointToNow(field: HTMLTextAreaElement | null, timezone: string): void {
  if (field === null) return;
  const token = `#t=${localTimeOf(Date.now(), timezone)}`;
  const old = commentTimeIn(field.value, timezone);
  if (old !== null) return write(field, token, [old.at, old.at + old.token.length]);
  const at = field.selectionStart;
  const before = at === 0 || /\s/.test(field.value.charAt(at - 1)) ? "" : " ";
  const after = /^\s/.test(field.value.slice(at)) ? "" : " ";
  write(field, `${before}${token}${after}`, [at, at]);
}
