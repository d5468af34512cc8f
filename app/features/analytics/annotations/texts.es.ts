export const texts = {
  annotations: {
    add: "Agregar nota",
    addTitle: "Nota sobre este intervalo",
    addLead:
      "{{start}} – {{end}}. Todos los que ven la máquina la leen en sus gráficos. Para un intervalo más corto, acerque primero el gráfico.",
    text: "Nota",
    about: "Sobre",
    wholeMachine: "Toda la máquina",
    save: "Agregar nota",
    added: "Nota agregada.",
    delete: "Eliminar nota",
    deleteTitle: "¿Eliminar esta nota?",
    deleteText: "Desaparece de todos los gráficos de la máquina y no se puede recuperar.",
    deleted: "Nota eliminada.",
    lookedAt: "Revisado",
    by: "{{name}}, {{time}}",
    span: "{{start}} – {{end}}",
    nobody: "Cuenta eliminada",
    unread: "No se pudieron leer las notas.",
  },
};
