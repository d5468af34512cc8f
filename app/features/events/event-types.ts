import type { EventJson } from "./schemas.ts";

/** A machine of which an event can be told. */
export type EventMachine = {
  id: number;
  name: string;
  timezone: string;
  opensEvents: boolean;
  /** Its events are read: it is out of service. */
  isReadOnly?: boolean;
};
/** What the drawer shows: a form, begun for a machine or for none yet, or an event. */
export type EventView =
  | {
      kind: "report";
      deviceId: number | null;
      /** When it was, where that is known: of a stop. */ times?: {
        startMs: number;
        endMs: number;
        isOpen?: boolean;
        isOlder?: boolean;
        isUnheard?: boolean;
      };
    }
  | { kind: "event"; event: EventJson }
  /** The form, of an event that is the reader's own. */
  | { kind: "change"; event: EventJson };
export type { EventJson };
