export const texts = {
  due: {
    left: "{{left}}, due at {{cutoff}}",
    leftAlone: "{{left}} left",
    dueAt: "due at {{cutoff}}",
    leftAndDueAt: "Life left (due at)",
    snoozed: "snoozed, back {{when}}",
    today: "later today",
    overdueToday: "overdue since today",
    inDays_one: "in {{count}} day",
    inDays_other: "in {{count}} days",
    daysOverdue_one: "{{count}} day overdue",
    daysOverdue_other: "{{count}} days overdue",
  },
} as const;
