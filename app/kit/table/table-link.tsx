import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import type { TableState } from "./table-state.ts";
import type { TableAddress } from "./use-table-address.ts";

type TableLinkProps = {
  address: TableAddress;
  change: Partial<TableState>;
  className?: string;
  label?: string;
  isExpanded?: boolean;
  onSet?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLAnchorElement>) => void;
  children: ReactNode;
};

/** A link to another setting of the table: it works without scripts and in a new tab, and changes the table in place. */
export function TableLink({
  address,
  change,
  className,
  label,
  isExpanded,
  onSet,
  onKeyDown,
  children,
}: TableLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    address.set(change);
    onSet?.();
  };
  return (
    <a
      href={address.hrefOf(change)}
      onClick={follow}
      onKeyDown={onKeyDown}
      aria-label={label}
      aria-expanded={isExpanded}
      className={className}
    >
      {children}
    </a>
  );
}
