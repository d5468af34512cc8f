/** Says once for the fleet that Helios is away, and once that it is back. */
export class Outage {
  private readonly say: (line: string) => void;
  private readonly waiting: () => number;
  private reason: string | null = null;

  constructor(say: (line: string) => void, waiting: () => number) {
    this.say = say;
    this.waiting = waiting;
  }

  begin(reason: string): void {
    if (this.reason === null)
      this.say(`Helios does not take samples (${reason}): they wait on disk`);
    this.reason = reason;
  }

  end(): void {
    if (this.reason !== null) this.say(`Helios is back: ${this.waiting()} samples waiting`);
    this.reason = null;
  }
}
