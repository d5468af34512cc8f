import type { texts as english } from "./texts.en.ts";
import type { Shape } from "#app/locales/shape.ts";

/** Textos de las tablas. */
export const texts = {
  table: {
    filters: "Filtros",
    filterBy: "Filtrar por {{column}}",
    any: "Cualquiera",
    apply: "Aplicar",
    clear: "Quitar filtros",
    columns: "Columnas",
    needsWider: "requiere una pantalla más ancha",
    anyWidth: "Mostrar columnas que requieren una pantalla más ancha",
    lastColumn: "La última columna se queda.",
    group: "Agrupar",
    groupBy: "Por {{column}}",
    noGroup: "Sin grupos",
    continued: "continuación",
    sortBy: "Ordenar",
    export: "Exportar",
    records_one: "{{count}} registro",
    records_other: "{{count}} registros",
    matching_one: "{{shown}} de {{total}} registro",
    matching_other: "{{shown}} de {{total}} registros",
    empty: "No hay registros que mostrar",
    awaited: "Aún se está cargando…",
    failed: "No se pudieron cargar estos registros.",
    loading: "Cargando…",
    pages: "Páginas: {{caption}}",
    pageOf: "Página {{page}} de {{pages}}",
    places: "{{from}}–{{to}} de {{total}}",
    perPage: "Filas por página",
    first: "Primera página",
    previous: "Página anterior",
    next: "Página siguiente",
    last: "Última página",
  },
} satisfies Shape<typeof english>;
