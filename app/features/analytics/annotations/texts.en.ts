export const texts = {
  annotations: {
    add: "Add note",
    addTitle: "Note on this span",
    addLead:
      "{{start}} – {{end}}. Everybody who sees the machine reads it on its charts. For a shorter span, zoom in first.",
    text: "Note",
    about: "About",
    wholeMachine: "The whole machine",
    save: "Add note",
    added: "Note added.",
    delete: "Delete note",
    deleteTitle: "Delete this note?",
    deleteText: "It goes from all charts of the machine and cannot be brought back.",
    deleted: "Note deleted.",
    lookedAt: "Looked at",
    by: "{{name}}, {{time}}",
    span: "{{start}} – {{end}}",
    nobody: "Deleted account",
    unread: "The notes could not be read.",
  },
};
