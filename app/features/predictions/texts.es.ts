import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  machineHealth: {
    title: "Salud de la máquina",
    over: "{{name}}, 4\u00a0h",
    window: "últimas 4 horas",
    moreData: "Se necesitan más datos: esta máquina no envió nada en las últimas 4 horas.",
  },
  riskRing: { caption: "Riesgo, {{time}}" },
  noRisk: {
    too_little_data:
      "Aún sin pronóstico: menos de 14 días de historial de esta marca del que aprender.",
    too_few_downtimes:
      "Sin pronóstico: las máquinas de esta marca pararon demasiado poco para aprender.",
    no_better_than_rate:
      "Sin pronóstico: aún sin un patrón que diga más que el promedio de la marca.",
    machine_off: "Sin pronóstico mientras la máquina está apagada.",
    machine_down: "La máquina no está lista.",
    not_heard: "Sin pronóstico: faltan lecturas de la máquina.",
    outdated: "Aún sin pronóstico: el siguiente llega solo.",
  },
};
