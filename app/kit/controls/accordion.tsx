import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

export type AccordionSection = {
  id: string;
  title: string;
  /** At the end of the title's line: a count, a state. */
  aside?: ReactNode;
  isOpen?: boolean;
  content: ReactNode;
};

type Props = {
  sections: readonly AccordionSection[];
  onToggle?: (id: string, isOpen: boolean) => void;
  /** Of its titles: below that of what it stands in. */ heading?: "h2" | "h3";
};

/**
 * Parts of a page that are opened and closed, each by itself: the browser's own, so that the keyboard, searching the page
 * and pages without JavaScript work. `onToggle` for who remembers it or loads what is inside.
 *
 *     <Accordion sections={[{ id: "printing", title: t("health.printing"), isOpen: true, content: <Rows /> }]} />
 */
export function Accordion({ sections, onToggle, heading: Heading = "h3" }: Props) {
  return (
    <div className="w-full divide-y divide-line rounded-card border border-line bg-card">
      {sections.map(({ id, title, aside, isOpen = false, content }) => (
        <details
          key={id}
          open={isOpen}
          className="group/section"
          onToggle={(event) => onToggle?.(id, event.currentTarget.open)}
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 text-sm font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
            <ChevronRight
              className="size-4 shrink-0 text-ink-faint transition-transform duration-150 group-open/section:rotate-90"
              aria-hidden="true"
            />
            <Heading className="min-w-0 flex-1">{title}</Heading>
            {aside}
          </summary>
          <div className="px-4 pb-4">{content}</div>
        </details>
      ))}
    </div>
  );
}
