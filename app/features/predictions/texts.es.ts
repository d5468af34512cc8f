import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  noRisk: {
    too_little_data:
      "Aún sin predicción: menos de 14 días de historial de esta marca del que aprender.",
    too_few_downtimes:
      "Sin predicción: las máquinas de esta marca pararon demasiado poco para aprender.",
    no_better_than_rate: "Sin predicción: no acertaría más que el promedio de la marca.",
    machine_off: "Sin predicción mientras la máquina está apagada.",
    machine_down: "La máquina está parada ahora.",
    not_heard: "Sin predicción: faltan lecturas de la máquina.",
    outdated: "Aún sin pronóstico: el siguiente llega solo.",
  },
};
