export const texts = {
  machines: {
    title: "Machines",
    name: "Name",
    machineSerial: "Machine serial",
    notConfigured: "Not configured",
    retired: "Out of service",
    inService: "In service",
    newest: "Newest",
    unread: "Not loaded",
    since: "State since",
    alarmsOn: "Alarms on",
    add: "Add machine",
    unreadParts: {
      comments: "Failed to fetch comment count",
      alarms: "The alarms could not be counted",
      adding: "The choices for a new machine could not be read",
    },
    emptyText: "Machines of your facilities appear here.",
    emptyAdd:
      "No machine here yet. Add one by hand, or give its gateway an enrollment key: the gateway then adds it.",
    emptyRetired: "No machine is out of service.",
  },
  machinePage: {
    needsFacility: "The machine needs a facility first: give it one under Configuration.",
    needsService:
      "The machine has no facility. Bring it back into service first, under Configuration.",
    since: "since {{at}}",
    sinceUnheard: "since {{at}} or earlier",
    sinceBefore: "for more than 24 h",
    newest: "Newest sample {{age}}",
    retiredSince: "Out of service since {{at}}",
    outOfService:
      "Superusers alone see this machine. Its history can be read and exported; to change anything, bring the machine back into service first, under Configuration.",
    outOfServiceNew:
      "Superusers alone see this machine. It has no facility; to change anything, bring it back into service first, below.",
    neverSent: "No state sent yet",
    unread: "The newest values could not be read",
    alarmsUnread: "The alarms could not be counted",
    alarms_one: "1 alarm",
    alarms_other: "{{count}} alarms",
    ofLastMinute: "mean of the last 60 s",
    ofNow: "newest sample",
    qr: "QR code",
    loading: "Loading…",
    pastWindow: "last 8 h",
    maintenance: "Maintenance",
  },
} as const;
