import { Search } from "lucide-react";
import { Field } from "#app/components/forms/field.tsx";
import type { useFilter } from "./use-filter.ts";

type Props = {
  id: string;
  label: string;
  filter: ReturnType<typeof useFilter>;
  className: string;
};

/** Part of a tag's name; Enter asks at once. */
export const FilterField = ({ id, label, filter, className }: Props) => (
  <Field
    id={id}
    label={label}
    type="search"
    autoComplete="off"
    spellCheck={false}
    maxLength={256}
    value={filter.text}
    onChange={(event) => filter.type(event.target.value)}
    onKeyDown={(event) => event.key === "Enter" && filter.flush()}
    trailing={<Search className="size-4 text-ink-faint" aria-hidden="true" />}
    className={className}
  />
);
