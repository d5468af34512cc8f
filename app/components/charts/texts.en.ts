/** Words of gauges. */
export const texts = {
  gauge: {
    productivity: "Productivity",
    uptime: "Recorded uptime",
    failed: "Could not be read; Helios tries again by itself",
    unread: "Not read",
    noReadings: "No readings in this range",
    noTarget: "No sheets counted yet",
    good: "Good",
    fair: "Fair",
    poor: "Poor",
    none: "No value",
    risk: "Risk",
    riskLong: "Downtime risk",
    riskHorizon: "in {{time}}",
  },
  riskBand: { good: "Low", fair: "Raised", poor: "High", none: "No value" },
} as const;
