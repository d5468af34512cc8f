import type { texts as english } from "./texts.en.ts";
import type { Shape } from "#app/locales/shape.ts";

/** Textos del cuadro combinado. */
export const texts = {
  combobox: {
    search: "Escriba para buscar",
    open: "Mostrar todo: {{label}}",
    remove: "Quitar {{name}}",
    none: "Sin resultados",
    more_one: "1 más: escriba para acotar la lista",
    more_other: "{{count}} más: escriba para acotar la lista",
  },
} satisfies Shape<typeof english>;
