export const texts = {
  quotes: {
    title: "Parts quotes",
    lead: "Who asked for which parts, by the link of a maintenance mail.",
    empty:
      "Nobody has asked for a quote yet. Requests come from the mails about overdue replacements.",
    asked: "Asked",
    state: "State",
    state_asked: "Asked",
    state_answered: "Answered",
    work: "Maintenance",
    part: "Part",
    machine: "Machine",
    facility: "Facility",
    customer: "Customer",
    person: "Person",
    note: "Note",
    change: "Change",
    changeTitle: "Quote for {{name}}",
    save: "Save",
    saved: "The request was saved",
  },
} as const;
