/** Counts how often something happened, and tells who watches it. */
export class Signal {
  #count = 0;
  readonly #watchers = new Set<() => void>();

  readonly count = (): number => this.#count;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  ring(): void {
    this.#count += 1;
    for (const watcher of this.#watchers) watcher();
  }
}
