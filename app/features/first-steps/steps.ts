/** The way of a new installation to its first machine on the dashboard, as counted from what is stored. */

/** What is there, and the machine that the last steps are about. */
export type FirstSteps = {
  customers: number;
  /** The first one, below which the first facility is made. */
  customerId: number | null;
  facilities: number;
  enrollmentKeys: number;
  machines: number;
  machine: {
    id: number;
    hasSampler: boolean;
    hasFacility: boolean;
    /** Of its newest sample, Unix milliseconds; null: none has come, or its recorder does not answer. */
    newestSampleMs: number | null;
  } | null;
};

export const STEPS = ["superuser", "customer", "facility", "machine", "sample", "place"] as const;
export type Step = (typeof STEPS)[number];

const isDone: Record<Step, (found: FirstSteps) => boolean> = {
  // Nobody else gets to read it.
  superuser: () => true,
  customer: ({ customers }) => customers > 0,
  facility: ({ facilities }) => facilities > 0,
  machine: ({ enrollmentKeys, machines }) => enrollmentKeys > 0 || machines > 0,
  sample: ({ machine }) => machine !== null && machine.newestSampleMs !== null,
  place: ({ machine }) => machine?.hasFacility === true,
};

/** Steps may be done in any order, and be undone by a deletion. */
export const doneSteps = (found: FirstSteps): ReadonlySet<Step> =>
  new Set(STEPS.filter((step) => isDone[step](found)));

export const areAllDone = (found: FirstSteps): boolean => doneSteps(found).size === STEPS.length;
