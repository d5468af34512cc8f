import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LanguageSwitch } from "#app/components/language/language-switch.tsx";
import { Logo } from "./logo.tsx";

/** The pages before sign-in: the form on the left, a quiet picture of the trade on the right. */
export function AuthFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="grid flex-1 bg-card lg:grid-cols-[minmax(26rem,5fr)_6fr]">
      <main className="flex flex-col px-6 py-8 sm:px-12">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Logo />
          <LanguageSwitch />
        </div>
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {lead && <p className="mt-1.5 text-sm text-ink-soft">{lead}</p>}
          <div className="mt-8">{children}</div>
        </div>
      </main>
      <aside className="hidden flex-col overflow-hidden bg-[#0d1117] text-[#eef2f6] lg:flex">
        {/* Above the words: no line of it goes through them. */}
        <div className="relative min-h-0 flex-1">
          <Corrugation />
        </div>
        <div className="mx-12 mt-6 mb-12 max-w-md">
          <p className="text-2xl font-semibold tracking-tight text-balance">
            {t("login.panelTitle")}
          </p>
          <p className="mt-3 text-md text-[#aeb9c5]">{t("login.panelText")}</p>
        </div>
      </aside>
    </div>
  );
}

const WAVE = `M-40 0${"c18 0 18-26 36-26s18 26 36 26".repeat(16)}`;
const SHEETS = [0, 1, 2, 3, 4, 5, 6] as const;

/** A sun that rises behind stacked corrugated board. */
function Corrugation() {
  return (
    <svg
      viewBox="0 0 900 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      aria-hidden="true"
      fill="none"
    >
      <defs>
        <radialGradient id="glow" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#f5a524" stopOpacity="0.34" />
          <stop offset="1" stopColor="#f5a524" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0d1117" stopOpacity="0" />
          <stop offset="1" stopColor="#0d1117" stopOpacity="0.96" />
        </linearGradient>
      </defs>
      <circle cx="560" cy="372" r="430" fill="url(#glow)" />
      <circle cx="560" cy="372" r="150" fill="#f5a524" />
      {SHEETS.map((sheet) => (
        <g key={sheet} transform={`translate(${-sheet * 23} ${372 + sheet * 62})`}>
          <rect x="-10" y="-32" width="1200" height="62" fill="#0d1117" />
          <path d="M-10 -32h1200" stroke="#3d4956" strokeWidth="2.500" />
          <path d={WAVE} stroke="#566473" strokeWidth="2.500" transform="translate(0 16)" />
        </g>
      ))}
      <rect y="480" width="900" height="420" fill="url(#shade)" />
    </svg>
  );
}
