import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

/** Textos de los medidores. */
export const texts = {
  gauge: {
    title: "Rendimiento",
    range: "Periodo",
    range_4hr: "4 h",
    range_day: "24 h",
    range_week: "1 semana",
    productivity: "Productividad",
    about: "Acerca de {{name}}",
    uptime: "Disponibilidad registrada",
    machines_one: "1 máquina",
    machines_other: "media de {{count}} máquinas",
    machinesOf_one: "media de {{counted}} de {{all}} máquina",
    machinesOf_other: "media de {{counted}} de {{all}} máquinas",
    days_one: "{{count}} día",
    days_other: "{{count}} días",
    ofSpan: "lecturas de {{time}}",
    ofAtMost: "lecturas de hasta {{time}}",
    loading: "Cargando…",
    failed: "No se pudo leer; se reintenta solo",
    noReadings: "Sin lecturas en este periodo",
    noTarget: "Aún no se cuentan láminas",
    good: "Bien",
    fair: "Regular",
    poor: "Mal",
    none: "Sin valor",
    risk: "Riesgo",
    riskLong: "Riesgo de paro",
    riskHorizon: "en {{time}}",
  },
  riskBand: { good: "Bajo", fair: "Elevado", poor: "Alto", none: "Sin valor" },
} satisfies Shape<typeof english>;
