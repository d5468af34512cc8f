export const texts = {
  due: {
    left: "{{left}}, límite {{cutoff}}",
    leftAlone: "vida {{left}}",
    dueAt: "límite {{cutoff}}",
    leftAndDueAt: "Vida restante (límite)",
    snoozed: "pospuesto, vuelve {{when}}",
    today: "hoy más tarde",
    overdueToday: "vencido desde hoy",
    inDays_one: "en {{count}} día",
    inDays_other: "en {{count}} días",
    daysOverdue_one: "vencido hace {{count}} día",
    daysOverdue_other: "vencido hace {{count}} días",
  },
};
