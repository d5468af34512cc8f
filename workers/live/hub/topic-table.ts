/**
 * Which sockets of a hub listen to which topic, and from which event on. Pure.
 *
 * While a socket's join is on its way, the events of its topic are kept back for it: the answer to
 * the join says up to which number it knows, and everything after that follows the answer, nothing
 * before it. So no event is lost or doubled around a join, whichever way the calls overtake.
 */

/** Events kept for sockets that are joining; one that needed more sees a jump in seq and reads the rest. */
const MAX_KEPT = 256;

export type Delivery = { firstSeq: number; frames: string[] };

type Topic<S> = {
  /** Joined sockets, each with the number of the last event it knows. */
  live: Map<S, number>;
  joining: Set<S>;
  kept: { seq: number; frame: string }[];
  /** The subscription at the channel; a later one outlives the end of an earlier one. */
  since: number;
  heardAtMs: number;
};

export class TopicTable<S> {
  readonly #topics = new Map<string, Topic<S>>();
  #since = 0;

  /** The number of the hub's subscription to the topic; undefined when nobody here listens. */
  since(topic: string): number | undefined {
    return this.#topics.get(topic)?.since;
  }

  names(): string[] {
    return [...this.#topics.keys()];
  }

  /** The sockets whose join was answered. */
  listeners(name: string): S[] {
    return [...(this.#topics.get(name)?.live.keys() ?? [])];
  }

  begin(name: string, socket: S, nowMs: number): void {
    this.#open(name, nowMs).joining.add(socket);
  }

  /** The join's answer, which knows events up to `seq`, is sent: answers what is to follow it at once. */
  joined(name: string, socket: S, seq: number, nowMs: number): string[] {
    const topic = this.#open(name, nowMs);
    topic.joining.delete(socket);
    const missed = topic.kept.filter((event) => event.seq > seq);
    topic.live.set(socket, missed.at(-1)?.seq ?? seq);
    if (topic.joining.size === 0) topic.kept = [];
    return missed.map((event) => event.frame);
  }

  /** True when nobody is left: the hub may end its subscription. */
  left(name: string, socket: S): boolean {
    const topic = this.#topics.get(name);
    if (topic === undefined) return false;
    topic.live.delete(socket);
    topic.joining.delete(socket);
    if (topic.joining.size === 0) topic.kept = [];
    if (topic.live.size > 0 || topic.joining.size > 0) return false;
    this.#topics.delete(name);
    return true;
  }

  /**
   * The sockets and the frames that each does not know yet; null when nobody listens. It may be walked
   * with pauses: a socket that leaves meanwhile is left out, one whose join is answered has its frames already.
   */
  deliver(
    name: string,
    { firstSeq, frames }: Delivery,
    nowMs: number,
  ): Iterable<[S, string[]]> | null {
    const topic = this.#topics.get(name);
    if (topic === undefined) return null;
    topic.heardAtMs = nowMs;
    if (topic.joining.size > 0) {
      frames.forEach((frame, index) => topic.kept.push({ seq: firstSeq + index, frame }));
      if (topic.kept.length > MAX_KEPT) topic.kept = topic.kept.slice(-MAX_KEPT);
    }
    return unknownTo(topic.live, firstSeq, frames);
  }

  /** A channel that began anew counts from below: its events are new to everybody who knows a higher number. */
  renumber(name: string, seq: number): void {
    const live = this.#topics.get(name)?.live;
    for (const [socket, known] of live ?? []) if (known > seq) live!.set(socket, seq);
  }

  /** Topics that were not heard of since `beforeMs`, at most `limit`; they count as heard of now. */
  takeQuiet(beforeMs: number, nowMs: number, limit: number): string[] {
    const quiet: string[] = [];
    for (const [name, topic] of this.#topics) {
      if (quiet.length >= limit) break;
      // What was heard ahead of now was heard before the clock was set back.
      if (topic.heardAtMs > beforeMs && topic.heardAtMs <= nowMs) continue;
      topic.heardAtMs = nowMs;
      quiet.push(name);
    }
    return quiet;
  }

  #open(name: string, nowMs: number): Topic<S> {
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    // Ascending even when the clock is not, and above those of an earlier life.
    this.#since = Math.max(this.#since + 1, nowMs);
    const topic: Topic<S> = {
      live: new Map(),
      joining: new Set(),
      kept: [],
      since: this.#since,
      heardAtMs: nowMs,
    };
    this.#topics.set(name, topic);
    return topic;
  }
}

function* unknownTo<S>(
  live: ReadonlyMap<S, number>,
  firstSeq: number,
  frames: string[],
): Generator<[S, string[]]> {
  for (const [socket, known] of live) {
    if (known < firstSeq) yield [socket, frames];
    else if (known < firstSeq + frames.length - 1)
      yield [socket, frames.slice(known - firstSeq + 1)];
  }
}
