import { AppError } from "#app/domain/errors.ts";

const ROW_ID = /^[1-9]\d{0,14}$/;

/** The row that a path names. What is no id names nothing, so it is answered like what does not exist. */
export function rowId(text: string): number {
  if (!ROW_ID.test(text))
    throw new AppError("not_found", {
      message: `There is nothing with the id "${text.slice(0, 40)}".`,
    });
  return Number(text);
}
