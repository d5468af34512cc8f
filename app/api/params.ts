import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";

/** The row that a path names. What is no id names nothing, so it is answered like what does not exist. */
export function rowId(text: string): number {
  const id = parseRowId(text);
  if (id === null)
    throw new AppError("not_found", {
      message: `There is nothing with the id "${text.slice(0, 40)}".`,
    });
  return id;
}
