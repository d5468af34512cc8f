export const texts = {
  enrollment: {
    add: "Agregar máquina",
    addTitle: "Agregar una máquina",
    addLead:
      "A mano, para una máquina cuya pasarela no se inscribe sola. Con una clave de inscripción, la pasarela agrega su máquina con su primera llamada y aparece en esta lista.",
    addButton: "Agregar",
    adding: "Agregando…",
    serial: "Número de serie",
    serialHelp:
      "Letras, cifras, espacios, puntos, guiones y guiones bajos; único sin distinguir mayúsculas.",
    make: "Marca",
    model: "Modelo",
    machineSerial: "Número de serie del fabricante",
    name: "Nombre",
    nameHelp: "Vacío: el número de serie.",
    facility: "Instalación",
    facilityHelp: "Sin ella, la máquina se abre en su configuración hasta que tenga una.",
    noFacility: "Aún ninguna",
  },
} as const;
