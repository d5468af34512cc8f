/** Words of the kit's combobox. */
export const texts = {
  combobox: {
    search: "Type to search",
    open: "Show all: {{label}}",
    remove: "Remove {{name}}",
    none: "Nothing found",
    more_one: "1 more: type to narrow the list",
    more_other: "{{count}} more: type to narrow the list",
  },
};
