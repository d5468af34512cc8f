type Turns<Question, Answer> = {
  read: (question: Question, signal: AbortSignal) => Promise<Answer>;
  /** null: there was no answer. */
  tell: (answer: Answer | null) => void;
  /** Whether the answer to `last` is worth nothing to who asks `next`. */
  isOther?: (last: Question, next: Question) => boolean;
};

/**
 * Asks one question at a time. One that comes meanwhile waits for the answer, and of those that wait the last alone is asked:
 * a Helios that is slower than the page is read would never be heard otherwise. Only another question ends what is under way.
 */
export function inTurns<Question, Answer>({
  read,
  tell,
  isOther = () => false,
}: Turns<Question, Answer>) {
  type Turn = { question: Question; next?: { question: Question }; controller: AbortController };
  let turn: Turn | undefined;
  const start = (question: Question) => {
    const own: Turn = { question, controller: new AbortController() };
    turn = own;
    const settle = (answer: Answer | null) => {
      if (turn !== own) return;
      turn = undefined;
      tell(answer);
      if (own.next) start(own.next.question);
    };
    read(question, own.controller.signal).then(settle, () => settle(null));
  };
  const end = () => {
    turn?.controller.abort();
    turn = undefined;
  };
  const ask = (question: Question) => {
    if (turn !== undefined && !isOther(turn.question, question)) {
      turn.next = { question };
      return;
    }
    end();
    start(question);
  };
  return { ask, end };
}
