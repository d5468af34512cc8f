/** The names that demo mode puts in the place of real ones. Only the server says them. */
export const texts = {
  demo: {
    machine: "Machine {{n}}",
    facility: "Facility {{n}}",
    customer: "Customer {{n}}",
    person: "Person {{n}}",
    sampler: "Sampler {{n}}",
    display: "Display {{n}}",
    alarm: "Alarm {{n}}",
    event: "Event {{n}}",
    work: "Work {{n}}",
    city: "City {{n}}",
    state: "State",
  },
} as const;
