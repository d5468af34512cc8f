import { withoutUnseen } from "#app/domain/one-line.ts";

/**
 * A maintenance's name as it is compared with others of its machine: alike is what looks alike. Without regard to case, to
 * how an accent or a wide letter is stored, to kinds and numbers of spaces and to signs that draw nothing.
 */
export const nameKey = (name: string): string =>
  withoutUnseen(name.normalize("NFKC")).replace(/\s+/g, " ").trim().toLowerCase();
