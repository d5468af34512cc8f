/** Of dialogs that few pages open; the shell's own words are in app/locales. */
export const texts = {
  terms: {
    title: "Terms of service",
    intro: "Please read and accept the terms before you go on.",
    use: "Helios shows readings that machines send. It is an aid to people who run and maintain them; it is not a safety system, and no reading replaces lock-out, guards or the emergency stop.",
    data: "Machine readings belong to the customer whose plant they come from. Helios keeps them to show, compare and warn, and shares them with the machine's maker as far as the service agreement says.",
    account:
      "Your account is yours alone. Keep the password to yourself and log out on shared screens.",
    agree: "I agree",
    disagree: "I disagree, log out",
    failed: "Your answer could not be stored. Please try again.",
  },
  logOutDialog: {
    title: "Log out of Helios?",
    text: "Live values stop on this screen until someone signs in again.",
    confirm: "Log out",
    cancel: "Stay signed in",
  },
  palette: {
    find: "Find…",
    title: "Find a machine, a page or an action",
    placeholder: "Machine, page or action",
    nothing: "Nothing is called “{{query}}”.",
    more_one: "{{count}} more. Type more of its name.",
    more_other: "{{count}} more. Type more of the name.",
    unread: "The machines could not be read.",
    machine: "Machine",
    page: "Page",
    act: "Action",
    wall: "Slideshow",
    print: "Print this page",
    keys: "Keyboard shortcuts",
    key_palette: "Ctrl K or ⌘ K",
    key_search: "Go to the search of a list",
    key_next: "Next row of a list",
    key_previous: "Previous row of a list",
  },
} as const;
