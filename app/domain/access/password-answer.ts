/** What a page that sets a password is told: problems as codes by field, or that it is done and where it leads. */
export type PasswordAnswer<Result> =
  | { done: true; to: string }
  | { done?: false; isDeadLink: boolean; waitSeconds: number | null; result: Result };
