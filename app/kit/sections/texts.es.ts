export const texts = {
  sections: {
    feeder: "Alimentador",
    printing: "Impresión",
    "die cutting": "Troquelado",
    folding: "Plegado",
    "counter ejector": "Contador eyector",
    stacker: "Apilador",
    splicer: "Empalmador",
    "single facer": "Cara simple",
    glue: "Encolado",
    "double facer": "Doble cara",
    "slitter-scorer": "Cortadora-marcadora",
    cutoff: "Corte transversal",
  },
} as const;
