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
} as const;
