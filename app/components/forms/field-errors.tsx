import { CircleAlert } from "lucide-react";

/** What is wrong with a field, in words, below it; the field names it by `${id}-errors`. */
export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <ul id={`${id}-errors`} className="mt-1.5 space-y-1 text-sm text-alarm">
      {errors.map((error) => (
        <li key={error} className="flex gap-1.5">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {error}
        </li>
      ))}
    </ul>
  );
}
