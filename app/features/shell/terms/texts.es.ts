import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  terms: {
    title: "Condiciones del servicio",
    intro: "Lea y acepte las condiciones antes de continuar.",
    use: "Helios muestra lecturas que envían las máquinas. Es una ayuda para quienes las operan y mantienen; no es un sistema de seguridad, y ninguna lectura sustituye el bloqueo, las guardas ni el paro de emergencia.",
    data: "Las lecturas pertenecen al cliente de cuya planta provienen. Helios las guarda para mostrar, comparar y avisar, y las comparte con el fabricante de la máquina en la medida que diga el contrato de servicio.",
    account:
      "Su cuenta es solo suya. No comparta la contraseña y cierre la sesión en pantallas compartidas.",
    agree: "Acepto",
    disagree: "No acepto, cerrar sesión",
    failed: "No se pudo guardar su respuesta. Inténtelo de nuevo.",
  },
};
