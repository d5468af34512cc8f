import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  partsQuote: {
    submitted: "Solicitud enviada",
    submittedText: "Se pidió la cotización de repuestos. Nos pondremos en contacto con usted.",
    asking: "Pidiendo la cotización de repuestos…",
    ask: "Pedir la cotización de repuestos",
    title: "Cotización de repuestos",
    unauthorizedTitle: "No autorizado",
    unauthorized: "Este enlace no es válido o ha caducado.",
    failed: "No se pudo pedir la cotización de repuestos. Inténtelo de nuevo.",
  },
  quotes: {
    title: "Cotizaciones de repuestos",
    lead: "Quién pidió qué repuestos, por el enlace de un correo de mantenimiento.",
    empty:
      "Nadie ha pedido una cotización. Las solicitudes llegan de los correos sobre reemplazos vencidos.",
    asked: "Pedida",
    state: "Estado",
    state_asked: "Pedida",
    state_answered: "Respondida",
    work: "Mantenimiento",
    part: "Repuesto",
    machine: "Máquina",
    facility: "Instalación",
    customer: "Cliente",
    person: "Persona",
    note: "Nota",
    change: "Cambiar",
    changeTitle: "Cotización de {{name}}",
    save: "Guardar",
    saved: "La solicitud se guardó",
  },
};
