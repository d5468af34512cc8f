import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  machineQr: {
    title: "Código QR de esta máquina",
    text: "En un teléfono abre el resumen de la máquina. Imprímalo en una etiqueta para la máquina.",
    alt: "Código QR que lleva a {{url}}",
    open: "Abrir para imprimir",
    download: "Descargar",
  },
};
