import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  machines: {
    title: "Máquinas",
    count_one: "1 máquina",
    count_other: "{{count}} máquinas",
    name: "Nombre",
    emptyTitle: "No hay máquinas en sus instalaciones",
    emptyText:
      "Las máquinas aparecen aquí cuando se asignan a una de sus instalaciones. Su administrador o soporte puede hacerlo.",
  },
};
