import { describe, expect, it } from "vitest";
import type { ApiAnswer } from "#app/components/call-api.ts";
import { createManyActs, type ManyRequest, type ManyState } from "./many-acts.ts";
import { texts as english } from "./many/texts.en.ts";
import { texts as spanish } from "./many/texts.es.ts";
import type { ManyMappingsJson } from "./schemas.ts";

type Answer = ApiAnswer<{ data: ManyMappingsJson }>;
const request = (machine_key: string): ManyRequest => ({
  mappings: [{ machine_key, human_key: "a" }],
  taken: "refuse",
});
const answerOf = (machine_key: string, is_done: boolean): Answer => ({
  ok: true,
  data: {
    data: {
      is_done,
      counts: { added: 1, changed: 0, same: 0, skipped: 0, refused: 0 },
      rows: [{ machine_key, human_key: "a", outcome: "added", problems: {} }],
    },
  },
});
const refusal = (status: number, code: string): Answer => ({
  ok: false,
  status,
  code,
  message: "English words of the server.",
  errors: {},
});

/** Answers stand open until the test gives them, in whichever order. */
function open() {
  const asked: { body: ManyRequest & { dry_run: boolean }; answer: (answer: Answer) => void }[] =
    [];
  const states: ManyState[] = [];
  let written = 0;
  const acts = createManyActs({
    call: (body) => new Promise((answer) => asked.push({ body, answer })),
    onState: (state) => states.push(state),
    onWritten: () => written++,
  });
  return { acts, asked, states, now: () => states.at(-1), written: () => written };
}

describe("an act on many mappings", () => {
  it("says what is under way, with how many rows, then what was found", async () => {
    const { acts, asked, states } = open();
    const looked = acts.look(request("A"));
    asked[0]!.answer(answerOf("A", false));
    await looked;
    const mapped = acts.apply(request("A"));
    asked[1]!.answer(answerOf("A", true));
    await mapped;
    expect(asked.map(({ body }) => body.dry_run)).toEqual([true, false]);
    expect(states).toMatchObject([
      { step: "busy", does: "look", rows: 1 },
      { step: "looked" },
      { step: "busy", does: "map", rows: 1 },
      { step: "done" },
    ]);
  });

  it("does not let the late answer of an older look replace the newer one's", async () => {
    const { acts, asked, now } = open();
    const [first, second] = [acts.look(request("OLD")), acts.look(request("NEW"))];
    asked[1]!.answer(answerOf("NEW", false));
    expect(await second).not.toBeNull();
    asked[0]!.answer(answerOf("OLD", false));
    expect(await first).toBeNull();
    expect(now()).toMatchObject({ step: "looked", result: { rows: [{ machine_key: "NEW" }] } });
  });

  it("does not let an older look's failure replace the newer answer, or come back after a reset", async () => {
    const { acts, asked, now } = open();
    const [first, second] = [acts.look(request("OLD")), acts.look(request("NEW"))];
    asked[1]!.answer(answerOf("NEW", false));
    await second;
    asked[0]!.answer(refusal(0, "offline"));
    await first;
    expect(now()).toMatchObject({ step: "looked" });
    const third = acts.look(request("CLOSED"));
    acts.reset();
    asked[2]!.answer(answerOf("CLOSED", false));
    await third;
    expect(now()).toEqual({ step: "idle" });
  });

  it("tells that mappings were written, also when nobody waits for the answer any more", async () => {
    const { acts, asked, written } = open();
    const mapped = acts.apply(request("A"));
    acts.reset();
    asked[0]!.answer(answerOf("A", true));
    expect(await mapped).toBeNull();
    expect(written()).toBe(1);
  });

  it.each([
    ["look", 0, "offline", "offline"],
    ["apply", 0, "offline", "unsure"],
    ["apply", 503, "unavailable", "unsure"],
    ["look", 503, "unavailable", "unread"],
    ["look", 500, "server", "unread"],
    ["look", 429, "too_many_requests", "unread"],
    ["apply", 502, "server", "unsure"],
    ["apply", 409, "conflict", "conflict"],
    ["apply", 413, "too_large", "too_large"],
    ["look", 404, "not_found", "gone"],
    ["apply", 403, "forbidden", "gone"],
    ["look", 401, "unauthenticated", "gone"],
    ["apply", 422, "validation_failed", "other"],
  ] as const)(
    "%s, answered %i %s, fails as %s, in words of the reader's language",
    async (act, status, code, failure) => {
      const { acts, asked, now } = open();
      const sent = acts[act](request("A"));
      asked[0]!.answer(refusal(status, code));
      await sent;
      // Nothing of the server's English is kept.
      expect(now()).toEqual({ step: "failed", request: request("A"), failure });
      const words = [english, spanish].map(({ many }) => many.failures[failure]);
      expect(new Set(words).size).toBe(2);
    },
  );
});
