const ROW_ID = /^[1-9]\d{0,14}$/;

/** The row id that a part of an address spells; null for what is no id, and so names nothing. */
export const parseRowId = (text: string | undefined): number | null =>
  text !== undefined && ROW_ID.test(text) ? Number(text) : null;
