/** A maintenance's name as it is compared with others of its machine: without regard to case or to how an accent is stored. */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();
