import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  machines: {
    title: "Máquinas",
    name: "Nombre",
    serial: "Número de serie",
    make: "Marca",
    model: "Modelo",
    facility: "Instalación",
    location: "Ubicación",
    machineSerial: "Número de serie del fabricante",
    notConfigured: "Sin configurar",
    retired: "Fuera de servicio",
    inService: "En servicio",
    newest: "Último dato",
    unread: "Sin cargar",
    since: "Estado desde",
    alarmsOn: "Alarmas activas",
    add: "Agregar máquina",
    unreadParts: {
      comments: "No se pudieron contar los comentarios",
      alarms: "No se pudieron contar las alarmas",
      adding: "No se pudieron leer las opciones para una máquina nueva",
    },
    emptyText: "Las máquinas de sus instalaciones aparecen aquí.",
    emptyAdd:
      "Aquí aún no hay máquinas. Agregue una a mano o dé a su pasarela una clave de inscripción: ella la agrega.",
    emptyRetired: "No hay máquinas fuera de servicio.",
  },
  machinePage: {
    needsFacility: "La máquina necesita primero una instalación: asígnela en Configuración.",
    needsService:
      "La máquina no tiene instalación. Vuelva a ponerla en servicio primero, en Configuración.",
    since: "desde {{at}}",
    sinceUnheard: "desde {{at}} o antes",
    sinceBefore: "desde hace más de 24 h",
    newest: "Última muestra {{age}}",
    retiredSince: "Fuera de servicio desde {{at}}",
    outOfService:
      "Solo los superusuarios ven esta máquina. Su historial se puede leer y exportar; para cambiar algo, vuelva a ponerla en servicio primero, en Configuración.",
    outOfServiceNew:
      "Solo los superusuarios ven esta máquina. No tiene instalación; para cambiar algo, vuelva a ponerla en servicio primero, aquí abajo.",
    neverSent: "Aún no envía su estado",
    unread: "No se pudieron leer los últimos valores",
    alarmsUnread: "No se pudieron contar las alarmas",
    alarms_one: "1 alarma",
    alarms_other: "{{count}} alarmas",
    ofLastMinute: "media de los últimos 60 s",
    ofNow: "última muestra",
    qr: "Código QR",
    loading: "Cargando…",
    pastWindow: "últimas 8 h",
    maintenance: "Mantenimiento",
  },
};
