import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

/** Textos de los medidores. */
export const texts = {
  gauge: {
    productivity: "Productividad",
    uptime: "Disponibilidad registrada",
    failed: "No se pudo leer; Helios lo reintenta solo",
    unread: "Sin leer",
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
