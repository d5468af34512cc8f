/** The HTML of every mail: one column, on a phone as at a desk, light and dark. */
import type { Locale } from "#app/domain/preferences.ts";

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** `title` is text, `body` and `foot` are HTML; null: a mail without a foot. */
export const mailPage = (
  locale: Locale,
  { title, body, foot }: { title: string; body: string; foot: string | null },
): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${STYLE}</head>
<body>
<div class="page">
${body}
${foot === null ? "" : `<hr>\n<p class="faint">${foot}</p>\n`}</div>
</body></html>
`;

/** Mail programs that know no dark mode show the first part. */
const STYLE = `<style>
body{margin:0;background:#f4f5f7;color:#1a2230;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.page{max-width:560px;margin:0 auto;padding:24px 20px}
.item{background:#fff;border:1px solid #dde1e7;border-left:4px solid #b7791f;border-radius:8px;padding:14px 16px;margin:12px 0}
.overdue{border-left-color:#c02626}
.name{font-weight:600;overflow-wrap:anywhere}
.due{margin-top:4px}
.overdue .due{color:#b42020;font-weight:700}
.faint{color:#5a6675;font-size:14px}
.links{margin-top:10px}
a{color:#1f5fd0}
.button{display:inline-block;padding:8px 16px;margin-right:12px;border-radius:6px;background:#1f5fd0;color:#fff;text-decoration:none}
.link{display:inline-block;padding:8px 0}
.faint a{color:inherit}
hr{border:0;border-top:1px solid #dde1e7;margin:24px 0 12px}
@media (prefers-color-scheme:dark){
body{background:#0e1218;color:#e7ebf0}
.item{background:#171d26;border-color:#2b3442}
.due_soon{border-left-color:#d9a13b}
.overdue{border-left-color:#f07070}
.overdue .due{color:#ff8f8f}
.faint{color:#9aa7b8}
a{color:#8ab4ff}
.button{background:#2f6fe0;color:#fff}
hr{border-top-color:#2b3442}
}
</style>`;
