export const texts = {
  sections: {
    feeder: "Feeder",
    printing: "Printing",
    "die cutting": "Die cutting",
    folding: "Folding",
    "counter ejector": "Counter ejector",
    stacker: "Stacker",
    splicer: "Splicer",
    "single facer": "Single facer",
    glue: "Glue",
    "double facer": "Double facer",
    "slitter-scorer": "Slitter-scorer",
    cutoff: "Cutoff",
  },
} as const;
