export const texts = {
  machines: {
    title: "Machines",
    name: "Name",
    machineSerial: "Machine serial",
    notConfigured: "Not configured",
    newest: "Newest sample",
    emptyText:
      "Machines appear here when they are assigned to one of your facilities. Your administrator or support can do that.",
  },
} as const;
