import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  complete: {
    title: "Marcar como hecho: {{name}}",
    text: "{{machine}}. La vida del trabajo empieza de nuevo.",
    steps: "Pasos, todos hechos",
    day: "Realizado el",
    dayWrong: "Elija un día entre el último servicio y hoy",
    accuracy: "La recomendación llegó",
    accuracy_early: "Muy pronto",
    accuracy_on_time: "A tiempo",
    accuracy_late: "Muy tarde",
    confirm: "Marcar como hecho",
    failed: "No se pudo leer o guardar el trabajo. Inténtelo de nuevo.",
  },
};
