export const texts = {
  upsellPanel: {
    maintenances: "El mantenimiento necesita un nivel de servicio superior",
    contact: "Hablar con ventas",
    reports: "El análisis y los informes necesitan un nivel de servicio superior",
    anomalies: "El explorador de anomalías necesita un nivel de servicio superior",
    events: "Los eventos necesitan un nivel de servicio superior",
    moreMaintenances: "Más mantenimientos necesitan un nivel de servicio superior",
    has: "{{machine}} tiene {{tier}}. Esto se abre con {{needed}}.",
    hasNone: "{{machine}} no tiene nivel de servicio. Esto se abre con {{needed}}.",
  },
};
