import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

/** Los nombres que el modo demo muestra en lugar de los reales. */
export const texts = {
  demo: {
    machine: "Máquina {{n}}",
    facility: "Instalación {{n}}",
    customer: "Cliente {{n}}",
    person: "Persona {{n}}",
    sampler: "Muestreador {{n}}",
    display: "Pantalla {{n}}",
    alarm: "Alarma {{n}}",
    event: "Evento {{n}}",
    work: "Trabajo {{n}}",
    city: "Ciudad {{n}}",
    state: "Estado",
  },
} satisfies Shape<typeof english>;
