export const texts = {
  enrollment: {
    add: "Add machine",
    addTitle: "Add a machine",
    addLead:
      "By hand, for a machine whose gateway does not enroll itself. With an enrollment key a gateway adds its machine by its first call, and it stands in this list.",
    addButton: "Add",
    adding: "Adding…",
    serial: "Serial number",
    serialHelp:
      "Letters, figures, spaces, dots, dashes and underscores; unique without regard to case.",
    make: "Make",
    model: "Model",
    machineSerial: "Machine serial number",
    name: "Name",
    nameHelp: "Left empty: the serial number.",
    facility: "Facility",
    facilityHelp: "Without one the machine opens on its configuration until it gets one.",
    noFacility: "None yet",
  },
} as const;
