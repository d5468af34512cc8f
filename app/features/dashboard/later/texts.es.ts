import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
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
    failed: "No se pudo guardar su selección. Inténtelo de nuevo.",
  },
  large: {
    plants: "Todas las máquinas por planta",
    machines_one: "{{shown}} máquina",
    machines_other: "{{shown}} máquinas",
    asOf: "Las cifras de {{shown}} máquinas son de las {{time}}.",
    running: "{{shown}} en marcha",
    these: "Estas {{shown}} máquinas",
    chartLegend:
      "Sumas de las máquinas que tienen tarjeta arriba, y velocidad media de las que están en marcha. Rombo: media de {{hours}} horas",
    more: "Mostrar {{shown}} más",
    list: "Abrir la lista de máquinas",
    plantReading: "Leyendo las máquinas de la planta…",
    plantFailed: "No se pudieron leer las máquinas de esta planta.",
  },
  history: {
    title: "El historial está llegando",
    text_one:
      "Todavía se escriben las lecturas pasadas de una máquina. Su gráfico y su franja se completan mientras mira.",
    text_other:
      "Todavía se escriben las lecturas pasadas de {{count}} máquinas. Los gráficos y las franjas se completan mientras mira.",
  },
};
