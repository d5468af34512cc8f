import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  machines: {
    title: "Máquinas",
    name: "Nombre",
    machineSerial: "Serie de la máquina",
    notConfigured: "Sin configurar",
    newest: "Última muestra",
    emptyText:
      "Las máquinas aparecen aquí cuando se asignan a una de sus instalaciones. Su administrador o soporte puede hacerlo.",
  },
};
