export const texts = {
  complete: {
    title: "Mark as complete: {{name}}",
    text: "{{machine}}. The work's life begins anew.",
    steps: "Steps, all of them done",
    day: "Performed on",
    dayWrong: "Choose a day from the last service until today",
    accuracy: "The recommendation came",
    accuracy_early: "Too early",
    accuracy_on_time: "Right on time",
    accuracy_late: "Too late",
    confirm: "Mark as complete",
    failed: "The work could not be read or stored. Please try again.",
  },
} as const;
