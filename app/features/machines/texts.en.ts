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
  machinePage: {
    needsFacility: "The machine needs a facility first: give it one under Configuration.",
    since: "since {{at}}",
    sinceBefore: "for more than 24 h",
    newest: "Newest sample {{age}}",
    neverSent: "No sample yet",
    alarms_one: "1 alarm",
    alarms_other: "{{count}} alarms",
    qr: "QR code",
    qrTitle: "QR code of this machine",
    qrText: "On a phone it opens the machine's overview. Print it on a label for the machine.",
    qrAlt: "QR code that leads to {{url}}",
    qrOpen: "Open to print",
    qrDownload: "Download",
    loading: "Loading…",
  },
} as const;
