/**
 * The catalogue's work in the reader's language. Rows keep the English of the day when they were added; what is still as
 * the catalogue says it is shown in the other language, what somebody named stays as it is.
 */
import type { Locale } from "#app/domain/preferences.ts";
import { findKind, VERBS } from "./catalogue.ts";
import { describeWork } from "./describe-work.ts";
import { nameKey } from "./name-key.ts";
import type { MaintenanceType, MaintenanceVerbs } from "./types.ts";

type Words = { name: string; target: string; actions: readonly string[] };

const STOP = "Pare la máquina y bloquee sus accionamientos.";
const TEST = "Desbloquee, haga funcionar a baja velocidad y escuche.";
const TRANSMISSION = {
  target: "el aceite y el filtro de la transmisión principal",
  actions: [
    STOP,
    "Vacíe la caja de engranajes mientras esté tibia.",
    "Cambie el filtro y la junta del tapón magnético.",
    "Llene hasta la marca.",
    TEST,
  ],
};

/** By kind; steps in the catalogue's order. */
const SPANISH: Record<string, Words> = {
  transmission_life: { name: "Vida de la transmisión", ...TRANSMISSION },
  transmission_life_single: { name: "Vida de la transmisión, simple", ...TRANSMISSION },
  feed_belts: {
    name: "Bandas de alimentación",
    target: "las bandas del alimentador",
    actions: [
      STOP,
      "Levante la mesa de alimentación.",
      "Cambie todas las bandas como juego.",
      "Ajuste la separación al cartón.",
      TEST,
    ],
  },
  pull_roll_covers: {
    name: "Recubrimientos de rodillos de arrastre",
    target: "los recubrimientos de uretano de los rodillos de arrastre",
    actions: [
      STOP,
      "Saque el rodillo superior y el inferior.",
      "Coloque recubrimientos de la misma dureza.",
      "Verifique el paralelismo en ambos extremos.",
      TEST,
    ],
  },
  doctor_blades: {
    name: "Cuchillas raspadoras",
    target: "las cuchillas raspadoras y los sellos de todas las unidades de impresión",
    actions: [
      "Lave y vacíe la tinta.",
      STOP,
      "Cambie ambas cuchillas y los sellos laterales.",
      "Ajuste la presión de las cuchillas.",
      "Haga circular agua y busque fugas.",
    ],
  },
  ink_pump_hoses: {
    name: "Mangueras de las bombas de tinta",
    target: "las mangueras peristálticas de las bombas de tinta",
    actions: [
      "Enjuague las bombas con agua.",
      STOP,
      "Cambie las mangueras.",
      "Engrase los rodillos.",
      "Cuente las emboladas durante un minuto a toda velocidad.",
    ],
  },
  anvil_blankets: {
    name: "Mantas del yunque",
    target: "las mantas del tambor del yunque",
    actions: [
      STOP,
      "Suelte y retire las mantas gastadas.",
      "Limpie el tambor y el canal de fijación.",
      "Coloque y asiente las mantas nuevas.",
      "Reinicie el espesor del yunque.",
    ],
  },
  anvil_bearings: {
    name: "Rodamientos del tambor del yunque",
    target: "los rodamientos principales del tambor del yunque",
    actions: [
      STOP,
      "Limpie los engrasadores.",
      "Dé a cada rodamiento doce emboladas de grasa EP2.",
      "Gire el tambor a mano.",
      TEST,
    ],
  },
  die_drum_bearings: {
    name: "Rodamientos del tambor de troquel",
    target: "los rodamientos y el desplazamiento lateral del tambor de troquel",
    actions: [
      STOP,
      "Limpie los engrasadores.",
      "Engrase los rodamientos y el husillo del desplazamiento lateral.",
      TEST,
    ],
  },
  folding_belts: {
    name: "Bandas de plegado",
    target: "las bandas de la sección de plegado",
    actions: [
      STOP,
      "Suelte la tensión de las bandas.",
      "Cambie la izquierda y la derecha como par.",
      "Ajuste la tensión y la alineación.",
      TEST,
    ],
  },
  counter_ejector_chains: {
    name: "Cadenas del contador-eyector",
    target: "las cadenas y guías del contador-eyector",
    actions: [
      STOP,
      "Cepille el polvo.",
      "Aceite las cadenas y las guías.",
      "Verifique la holgura de las cadenas.",
      TEST,
    ],
  },
  corrugating_roll_bearings: {
    name: "Rodamientos de los rodillos corrugadores",
    target: "los rodamientos de los rodillos corrugadores",
    actions: [
      "Deje enfriar los rodillos por debajo de 60 °C.",
      STOP,
      "Engrase con grasa para altas temperaturas.",
      "Revise las juntas rotativas.",
      TEST,
    ],
  },
  slitter_knives: {
    name: "Cuchillas de la cortadora",
    target: "las cuchillas de la cortadora-hendedora",
    actions: [
      STOP,
      "Use guantes anticorte.",
      "Cambie las cuchillas del cabezal gastado.",
      "Ajuste las piedras de afilar.",
      "Corte una hoja de prueba de cada flauta.",
    ],
  },
  glue_roll_seals: {
    name: "Sellos del rodillo de adhesivo",
    target: "los sellos laterales y el rascador de la bandeja de adhesivo",
    actions: [
      "Vacíe y enjuague la bandeja de adhesivo.",
      STOP,
      "Cambie los sellos y el rascador.",
      "Ajuste la separación del adhesivo.",
      TEST,
    ],
  },
  cutoff_knife_oil: {
    name: "Caja de engranajes de la cuchilla de corte",
    target: "la caja de engranajes de la cuchilla de corte",
    actions: [
      STOP,
      "Tome una muestra de aceite.",
      "Cambie el aceite.",
      "Verifique el juego de la cuchilla.",
      TEST,
    ],
  },
};

/** What a kind of the catalogue is called on screen, in each language; none: a custom one. */
export const namesOfKind = (kind: string): string[] => {
  const [english, spanish] = [findKind(kind)?.name, SPANISH[kind]?.name];
  return [english, spanish].filter((name) => name !== undefined);
};

/** The kinds that are called so in one of the languages, however it is written. */
export const kindsNamed = (name: string): string[] =>
  Object.keys(SPANISH).filter((kind) =>
    namesOfKind(kind).some((each) => nameKey(each) === nameKey(name)),
  );

const SPANISH_VERBS: Record<MaintenanceType, string> = {
  replacement: "Reemplazar",
  lube: "Lubricar",
};

type Work = {
  kind: string;
  name: string;
  type: MaintenanceType;
  verbs: MaintenanceVerbs;
  target: string;
  actions: readonly string[];
};

/** The same work with those of its texts that are the catalogue's in the language. */
export function workIn<T extends { kind: string; name: string }>(
  locale: Locale,
  work: T & Partial<Pick<Work, "target" | "actions">>,
): T {
  const entry = findKind(work.kind);
  const words = locale === "es" ? SPANISH[work.kind] : undefined;
  if (!entry || !words) return work;
  const actions = work.actions?.map((step, index) =>
    step === entry.actions[index] ? (words.actions[index] ?? step) : step,
  );
  return {
    ...work,
    name: work.name === entry.name ? words.name : work.name,
    ...(work.target === undefined
      ? {}
      : { target: work.target === entry.target ? words.target : work.target }),
    ...(actions === undefined ? {} : { actions }),
  };
}

/** What to do in one line: the dashboard's description. */
export function describeWorkIn(
  locale: Locale,
  work: Pick<Work, "kind" | "name" | "type" | "verbs" | "target">,
): string {
  if (locale === "en") return describeWork(work);
  const { target } = workIn(locale, work);
  const isOwn = target === work.target;
  const isKnown = work.verbs.present === VERBS[work.type].present;
  const verb = isKnown ? SPANISH_VERBS[work.type] : "Dar servicio";
  return isOwn ? `${verb}: ${target}` : `${verb} ${target}`;
}
