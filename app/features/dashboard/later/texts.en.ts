export const texts = {
  noFacilities: {
    title: "No facilities assigned",
    text: "Your account is ready, but it is not assigned to a facility yet, so there are no machines to show.",
    help: "Ask the person who created your account, or contact support.",
    support: "Contact support",
    close: "Close",
  },
  facilityDialog: {
    title: "Facilities on your dashboard",
    text: "Your choice is kept in your account and holds on all your devices. New facilities show by themselves.",
    all: "Select all",
    none: "Select none",
    save: "Save",
    failed: "Your choice could not be stored. Please try again.",
  },
  large: {
    plants: "All machines by plant",
    machines_one: "{{shown}} machine",
    machines_other: "{{shown}} machines",
    asOf: "The figures of {{shown}} machines are of {{time}}.",
    running: "{{shown}} running",
    these: "These {{shown}} machines",
    chartLegend:
      "Sums of the machines that have a card above, and the mean speed of those that run. Diamond: mean of {{hours}} hours",
    more: "Show {{shown}} more",
    list: "Open the list of machines",
    plantReading: "Reading the plant's machines…",
    plantFailed: "The machines of this plant could not be read.",
  },
  history: {
    title: "History is arriving",
    text_one:
      "Past readings of one machine are still being written. Its chart and strip fill up while you look.",
    text_other:
      "Past readings of {{count}} machines are still being written. Charts and strips fill up while you look.",
  },
} as const;
