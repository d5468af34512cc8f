import { soonOrOnline } from "#app/components/layout/until-answered.ts";
import type { ShellUser } from "./shell-user.ts";

/** What stands around every page of whoever is signed in. */
type Frame = { user: ShellUser; nowMs: number; demoOrder: number | null };

/** Where the forms are sent that change what the frame tells of its own reader. Of what others change the server says so. */
const OWN_FORMS: readonly string[] = ["/account", "/preferences", "/terms"];

/**
 * Knows in the browser whether the frame on screen is older than what the server last said was changed, such as a customer's
 * logo or the reader's role. A frame that cannot be read again then stays as it is, and is asked for with the next page.
 */
export class FrameOfNow {
  #shown: Frame | null = null;
  #changes = 0;
  /** How many of the changes the frame on screen has. */
  #shownChanges = 0;
  readonly #changesOf = new WeakMap<Frame, number>();

  /** The server said that what the page shows was changed. */
  change(): void {
    this.#changes += 1;
  }

  isOutdated(): boolean {
    return this.#shownChanges < this.#changes;
  }

  /** Whether a form that was sent there may have changed the frame; while there are first steps, each may be one of them. */
  mayBeChangedBy(formAction: string | undefined): boolean {
    const [path = ""] = formAction?.split("?") ?? [];
    return OWN_FORMS.includes(path) || (this.#shown?.user.hasFirstSteps ?? true);
  }

  /** The frame is on screen, until what it answers is called. */
  show(frame: Frame): () => void {
    this.#shown = frame;
    this.#shownChanges = Math.max(this.#shownChanges, this.#changesOf.get(frame) ?? 0);
    return () => {
      this.#shown = null;
    };
  }

  /**
   * What `load` answers. Where it fails, an outdated frame stays, and one that a form of its reader changed, or that none stands
   * before, is read once Helios answers; a Response that is thrown, as to the sign-in, always counts.
   */
  async read(load: () => Promise<Frame>): Promise<Frame> {
    const changes = this.#changes;
    try {
      const frame = await load();
      this.#changesOf.set(frame, changes);
      return frame;
    } catch (error) {
      if (error instanceof Response) throw error;
      if (this.#shown !== null && this.isOutdated()) return this.#shown;
      // What fetch throws when nobody answers; another error when nobody waits for it any more.
      if (!(error instanceof TypeError)) throw error;
      await soonOrOnline();
      return this.read(load);
    }
  }
}

/** Of this browser tab; the server never fills it. */
export const frameOfNow = new FrameOfNow();
