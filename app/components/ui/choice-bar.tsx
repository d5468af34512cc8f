import { cx } from "#app/components/cx.ts";

type ChoiceBarProps<T extends string> = {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
};

/** One of a few, side by side: radio buttons in one control, arrow keys included. */
export function ChoiceBar<T extends string>({
  label,
  choices,
  value,
  onChoose,
}: ChoiceBarProps<T>) {
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-control border border-line-strong bg-sunken p-0.5 print:border-0 print:bg-transparent">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(
            "relative flex h-11 min-w-11 grow cursor-pointer items-center justify-center rounded-[4px] px-2.5 text-xs whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-ring lg:h-6.5 lg:min-w-0",
            choice.value === value
              ? "bg-card font-semibold text-ink shadow-[0_0_0_1px_var(--line-strong)] print:shadow-none"
              : "text-ink-soft hover:text-ink",
          )}
        >
          <input
            type="radio"
            name={label}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
