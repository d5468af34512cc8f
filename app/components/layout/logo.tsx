import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import type { CustomerLogo } from "#app/domain/customer-logos.ts";

/** A sun behind a corrugated wave. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" fill="none">
      <path d="M7 17.500a9 9 0 0 1 18 0" className="fill-accent" />
      <path
        d="M16 2.500v3M4.800 7.200l2.100 2.100M27.200 7.200l-2.100 2.100"
        className="stroke-accent"
        strokeWidth="2.250"
        strokeLinecap="round"
      />
      <path
        d="M1.500 22.500c2.070 0 2.070-3 4.140-3s2.070 3 4.140 3 2.070-3 4.150-3 2.070 3 4.140 3 2.070-3 4.140-3 2.070 3 4.150 3 2.070-3 4.140-3M1.500 28h29"
        className="stroke-current"
        strokeWidth="2.250"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The product's mark, or that of the customer whose people look at it. */
export function CustomerMark({
  customer = null,
  className,
}: {
  customer?: CustomerLogo | null;
  className: string;
}) {
  if (customer === null) return <LogoMark className={className} />;
  return <img src={`/logos/${customer}`} alt="" className={className} />;
}

/** With the name, which stays Helios. */
export function Logo({
  className,
  customer = null,
}: {
  className?: string;
  customer?: CustomerLogo | null;
}) {
  const { t } = useTranslation();
  return (
    <span className={cx("inline-flex items-center gap-2.5 text-ink", className)}>
      <CustomerMark customer={customer} className="size-7 shrink-0" />
      <span className="text-[1.0625rem] font-semibold tracking-[-0.02em]">{t("brand")}</span>
    </span>
  );
}
