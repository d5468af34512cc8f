export const texts = {
  firstSteps: {
    title: "Primeros pasos",
    lead: "De un Helios vacío a la primera máquina en el panel. Cada paso se marca en cuanto Helios ve que está hecho.",
    progress: "{{done}} de {{all}} pasos hechos.",
    states: { done: "Hecho", next: "Siguiente", later: "Después" },
    superuser: "Crear el primer superusuario",
    superuserText: "Es usted: esta cuenta lo ve todo y lo configura.",
    customer: "Agregar un cliente",
    customerText: "La empresa cuyas plantas envían lo que hacen sus máquinas.",
    facility: "Agregar su instalación",
    facilityText:
      "Una planta con su zona horaria. Las máquinas y las personas pertenecen a instalaciones.",
    machine: "Crear una clave de inscripción o agregar una máquina",
    machineText:
      "Con una clave de inscripción, una pasarela agrega su máquina con su primera llamada; el paso siguiente hace lo mismo con curl. Sin pasarela, la máquina se agrega a mano.",
    sample: "Enviar la primera muestra",
    sampleText:
      "Desde una terminal de Linux, macOS o WSL que llegue a esta dirección. Helios mira cada pocos segundos y marca este paso cuando la muestra ha llegado.",
    sampleWaiting: "Esperando la primera muestra…",
    key: "1. La clave de inscripción",
    keyText: "Con la clave que acaba de crear.",
    keyLost:
      "Ponga su clave en lugar de hek_…. Si no la guardó, cree otra en el paso 4: aquí aparece ya puesta.",
    calls: "2. La máquina y su primera muestra",
    callsText:
      "La primera llamada agrega la máquina FIRST-1 y devuelve la clave de su muestreador; la segunda envía con ella. Si se rechaza la primera, su respuesta dice por qué.",
    bySampler:
      "La máquina que se agregó a mano necesita un muestreador: agréguelo en su pestaña Muestreadores, que muestra una vez la clave y los comandos para enviar. Después vuelva por Primeros pasos, en el menú de la cuenta.",
    toSamplers: "Abrir sus muestreadores",
    place: "Dar a la máquina su instalación",
    placeText:
      "No está configurada hasta que se elige y se guarda su instalación. Entonces tiene todas sus pestañas y un lugar en el panel.",
    toConfiguration: "Abrir su configuración",
    allDone: "Helios está listo",
    allDoneText:
      "La primera máquina está en su instalación y envía. Antes de invitar a personas, elija su nivel de servicio: decide qué pestañas pueden usar.",
    toDashboard: "Abrir el panel",
    toMachine: "Abrir la máquina",
    toTiers: "Elegir su nivel de servicio",
    toPeople: "Invitar personas",
  },
} as const;
