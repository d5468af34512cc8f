/**
 * Whether a page could not be written on because its reader left while parts of it were still to come: React learns of it
 * by workerd's refusal of the next part, and no signal says so before.
 */
export const isReaderGone = (error: unknown): boolean =>
  error instanceof TypeError && error.message === "This ReadableStream is closed.";
