export const texts = {
  noRisk: {
    too_little_data: "No prediction yet: fewer than 14 days of history of this make to learn from.",
    too_few_downtimes: "No prediction: machines of this make went down too rarely to learn from.",
    no_better_than_rate: "No prediction: it would be no better than the average of the make.",
    machine_off: "No prediction while the machine is off.",
    machine_down: "The machine is down now.",
    not_heard: "No prediction: the machine was not heard enough.",
    outdated: "No forecast yet: the next one comes by itself.",
  },
} as const;
