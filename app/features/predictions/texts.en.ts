export const texts = {
  machineHealth: {
    title: "Machine health",
    over: "{{name}}, 4\u00a0h",
    window: "last 4 hours",
    moreData: "More data is needed: this machine sent nothing in the last 4 hours.",
  },
  riskRing: { caption: "Risk, {{time}}" },
  noRisk: {
    too_little_data: "No forecast yet: fewer than 14 days of history of this make to learn from.",
    too_few_downtimes: "No forecast: machines of this make went down too rarely to learn from.",
    no_better_than_rate:
      "No forecast: no pattern found yet that tells more than the average of the make.",
    machine_off: "No forecast while the machine is off.",
    machine_down: "The machine is not ready.",
    not_heard: "No forecast: the machine was not heard enough.",
    outdated: "No forecast yet: the next one comes by itself.",
  },
} as const;
