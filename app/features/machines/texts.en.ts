export const texts = {
  machines: {
    title: "Machines",
    count_one: "1 machine",
    count_other: "{{count}} machines",
    name: "Name",
    emptyTitle: "No machines in your facilities",
    emptyText:
      "Machines appear here when they are assigned to one of your facilities. Your administrator or support can do that.",
  },
} as const;
