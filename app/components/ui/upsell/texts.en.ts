export const texts = {
  upsellPanel: {
    maintenances: "Maintenance needs a higher service tier",
    contact: "Talk to sales",
    reports: "Analytics and reports need a higher service tier",
    anomalies: "The anomaly explorer needs a higher service tier",
    events: "Events need a higher service tier",
    moreMaintenances: "More maintenances need a higher service tier",
    has: "{{machine}} has {{tier}}. This opens with {{needed}}.",
    hasNone: "{{machine}} has no service tier. This opens with {{needed}}.",
  },
} as const;
