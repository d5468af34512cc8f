export const texts = {
  passwordField: {
    show: "Show password",
    hide: "Hide password",
  },
} as const;
