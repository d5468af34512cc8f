import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  outbox: {
    lead: "Correos y mensajes de texto que Helios escribió, y qué fue de ellos.",
    status_dead: "Abandonados",
    status_failed: "Se reintentan",
    status_queued: "En espera",
    status_sent: "Enviados",
    empty_dead: "No se abandonó ningún mensaje",
    empty_failed: "No se reintenta ningún mensaje",
    empty_queued: "No hay mensajes en espera",
    empty_sent: "Todavía no se envió nada",
    emptyText:
      "Un mensaje que su proveedor rechaza, o que falló demasiadas veces, espera aquí hasta que alguien lo envíe otra vez.",
    textMessage: "Mensaje de texto",
    written: "Escrito el {{time}}",
    sentAt: "Enviado el {{time}}",
    attempts_one: "{{count}} intento",
    attempts_other: "{{count}} intentos",
    lastError: "Último intento: {{error}}",
    errorStatus: "el proveedor respondió {{status}}.",
    errorNoAnswer: "el proveedor no respondió.",
    errorRefused: "el servicio de correo lo rechazó.",
    errorNoMail: "no hay un servicio de correo configurado.",
    errorNoSms: "no hay un servicio de mensajes de texto configurado.",
    retry: "Enviar otra vez",
    retryOf: "Enviar otra vez a {{to}}",
    erased: "Su enlace o código se borró. La persona puede pedir uno nuevo.",
    queued: "El mensaje va de nuevo en camino.",
    notQueued: "Este mensaje ya no está para enviarse otra vez.",
    localLead: "Primero los más recientes. En modo local se quedan aquí.",
    asJson: "Como JSON",
    older: "Mensajes anteriores",
  },
};
