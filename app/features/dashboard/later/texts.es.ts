import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  lacking: {
    silent_one: "Sin datos y fuera de esta cifra: {{names}}",
    silent_other: "{{shown}} sin datos y fuera de esta cifra: {{names}}",
    unread_one: "Sin cargar y fuera de esta cifra: {{names}}",
    unread_other: "{{shown}} sin cargar y fuera de esta cifra: {{names}}",
  },
  noMachines: {
    emptyTitle: "Aún no hay máquinas",
    emptyText:
      "Una máquina aparece aquí en cuanto pertenece a una de sus instalaciones; sus valores, con la primera lectura de su muestreador.",
    hiddenTitle: "No hay ninguna instalación seleccionada",
    hiddenText: "Todas sus instalaciones están fuera de este panel. Elija las que quiere ver.",
    hiddenAction: "Elegir instalaciones",
  },
  noFacilities: {
    title: "Sin instalaciones asignadas",
    text: "Su cuenta está lista, pero todavía no está asignada a ninguna instalación, así que no hay máquinas que mostrar.",
    help: "Pregunte a quien creó su cuenta o contacte con soporte.",
    support: "Contactar con soporte",
    close: "Cerrar",
  },
  facilityDialog: {
    title: "Instalaciones en su panel",
    text: "Su selección se guarda en su cuenta y vale en todos sus dispositivos. Las instalaciones nuevas aparecen solas.",
    all: "Seleccionar todas",
    none: "No seleccionar ninguna",
    save: "Guardar",
    unplaced_one:
      "{{count}} máquina no tiene instalación. Solo se muestra mientras todas las instalaciones están seleccionadas.",
    unplaced_other:
      "{{count}} máquinas no tienen instalación. Solo se muestran mientras todas las instalaciones están seleccionadas.",
    failed: "No se pudo guardar su selección. Inténtelo de nuevo.",
  },
  large: {
    plants: "Todas las máquinas por planta",
    machines_one: "{{shown}} máquina",
    machines_other: "{{shown}} máquinas",
    asOf: "Cifras de {{shown}} máquinas, a las {{time}}",
    running: "{{shown}} en marcha",
    these: "Estas {{shown}} máquinas",
    chartLegend:
      "Sumas de las máquinas que tienen tarjeta arriba, y velocidad media de las que están en marcha",
    more: "Mostrar {{shown}} más",
    list: "Abrir la lista de máquinas",
    plantReading: "Cargando las máquinas de la planta…",
    plantFailed: "No se pudieron leer las máquinas de esta planta.",
  },
  history: {
    title: "El historial está llegando",
    text_one:
      "Todavía se escriben las lecturas pasadas de una máquina. Su gráfico y su franja se completan mientras mira.",
    text_other:
      "Todavía se escriben las lecturas pasadas de {{count}} máquinas. Los gráficos y las franjas se completan mientras mira.",
  },
  charts: {
    of: "Mostrar",
    all_one: "{{shown}} máquina",
    all_other: "Las {{shown}} máquinas",
    title: "Producción",
    sheets: "Láminas por hora",
    speed: "Velocidad de la máquina",
    msf: "MSF por hora",
    lastHours: "últimas {{hours}} h",
    keepsTrying: "Helios sigue intentándolo.",
    without_one: "Sin 1 máquina cuyo historial no se puede leer ahora",
    without_other: "Sin {{count}} máquinas cuyo historial no se puede leer ahora",
    fleetLegend: "Sumas de las máquinas mostradas, velocidad media de las que giran",
    zoneOfMost: "En {{zone}}, la de la mayoría de las máquinas",
    legend: "Línea: media. Banda: del mínimo al máximo",
    extremes: "Mínimo y máximo: de las medias que dibuja el gráfico",
    diamond: "Rombo: media de {{hours}} horas",
  },
  gaugeHelp: {
    productivity:
      "Láminas por hora como parte del buen ritmo de cada máquina, o de la meta que alguien le fijó. Buen ritmo: solo fue más rápida en el 5 % del tiempo que trabajó en los últimos 30 días. Es posible más del 100 %.",
    uptime:
      "Parte del tiempo con lecturas en la que las máquinas estuvieron en marcha, alimentando o en vacío. El tiempo sin lecturas no cuenta; en las tarjetas, «% disponible, 4 h» lo toma como parada.",
    bands: "Mal, rojo: hasta 20 %. Regular, ámbar: 21–50 %. Bien, verde: desde 51 %.",
  },
  attention: {
    maintenances: "Próximo mantenimiento",
    overdueToo: "Trabajo vencido y próximo",
    alarms: "Alarmas activas",
    firstOf: "{{shown}} de {{total}}",
    showAll: "ver todo",
    fewer: "Ver solo las primeras {{shown}}",
    work: "Trabajo",
    machine: "Máquina",
    due: "Próximo servicio",
    left: "Vida restante",
    action: "Acción",
    complete: "Marcar como hecho",
    completeShort: "Hecho",
    noMaintenances: "No hay mantenimiento próximo.",
    noneRecommended: "No hay mantenimiento recomendado.",
    unread: "No se pudo leer.",
    lockedMachine: "El mantenimiento requiere un nivel de servicio superior.",
    withoutWork_one: "Sin {{shown}} máquina: su nivel de servicio no incluye el mantenimiento.",
    withoutWork_other:
      "Sin {{shown}} máquinas: sus niveles de servicio no incluyen el mantenimiento.",
    lockedWork:
      "Los niveles de servicio de estas máquinas no incluyen el mantenimiento. Se abre con {{tier}}",
    alarm: "Alarma",
    status: "Estado",
    triggered: "Activa",
    triggeredAt: "desde {{time}}",
    shelvedUntil: "Pausada hasta {{time}}",
    until: "Hasta {{time}}",
    priority: "Prioridad",
    priority_low: "Baja",
    priority_medium: "Media",
    priority_high: "Alta",
    priority_critical: "Crítica",
    before: "Como estaba antes de perder la conexión",
    noAlarmsBefore: "Ninguna alarma estaba activa.",
    noAlarms: "Ninguna alarma está activa.",
    completed: "{{name}} en {{machine}} quedó marcado como hecho.",
  },
  snapshot: {
    title: "Estado de una máquina",
    open: "Abrir máquina",
    offFor: "Tiempo apagada",
    events: "Eventos, últimos 7 días",
  },
};
