import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  passwordField: {
    show: "Mostrar la contraseña",
    hide: "Ocultar la contraseña",
  },
};
