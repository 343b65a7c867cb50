import { PRODUCT_NAME } from '#domain/product.ts';
import { Html, html } from './html.ts';

export interface DocsLink {
  href: string;
  label: string;
  current?: boolean;
}

const STYLE = `
:root { color-scheme: light dark; --page: #f4f6f8; --surface: #fff; --line: #e1e6ea; --ink: #17242b; --soft: #53646d; --link: #026b85; --code: #f0f3f5; --get: #06704f; --write: #8a5600; }
@media (prefers-color-scheme: dark) { :root { --page: #15181b; --surface: #1d2225; --line: #343c42; --ink: #f2f5f7; --soft: #a3aeb5; --link: #65b1ca; --code: #262c30; --get: #58c295; --write: #f0ba59; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; font: 16px/1.55 Roboto, system-ui, sans-serif; color: var(--ink); background: var(--page); }
a { color: var(--link); }
.frame { display: grid; grid-template-columns: 230px minmax(0, 1fr); max-width: 1240px; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; padding: 24px 16px; overflow-y: auto; font-size: 14px; }
nav strong { display: block; margin: 16px 0 4px; }
nav a { display: block; padding: 4px 8px; border-radius: 6px; text-decoration: none; }
nav a[aria-current] { color: var(--ink); background: var(--line); }
main { min-width: 0; padding: 24px 24px 80px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; }
h2 { margin: 40px 0 8px; font-size: 20px; }
h3 { margin: 24px 0 8px; font-size: 16px; }
.lead { color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, "Roboto Mono", Menlo, Consolas, monospace; }
code { padding: 1px 4px; border-radius: 4px; background: var(--code); overflow-wrap: anywhere; }
pre { margin: 8px 0 16px; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; background: var(--surface); }
pre code { padding: 0; background: none; overflow-wrap: normal; }
details { margin: 8px 0; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
summary { padding: 10px 14px; cursor: pointer; overflow-wrap: anywhere; }
details > :not(summary) { margin-inline: 14px; }
details p { margin-block: 4px 12px; }
.method { font-weight: 700; font-size: 13px; }
.GET { color: var(--get); }
.POST, .PUT, .DELETE, .PATCH { color: var(--write); }
.what { display: block; color: var(--soft); font-size: 14px; }
.scroll { overflow-x: auto; }
table { width: 100%; margin: 4px 0 16px; border-collapse: collapse; font-size: 14px; }
th, td { padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td { overflow-wrap: anywhere; }
td:first-child { min-width: 160px; }
@media (max-width: 800px) { .frame { display: block; } nav { position: static; max-height: none; padding: 16px 16px 0; } nav a { display: inline-block; } main { padding: 16px 16px 60px; } h1 { font-size: 24px; } }
`;

const link = ({ href, label, current }: DocsLink): Html =>
  current ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`;

/** A page of the documentation: no script, and no file but itself. */
export const docsPage = (
  { title, nonce, groups }: { title: string; nonce: string; groups: readonly { name: string; links: DocsLink[] }[] },
  content: Html,
): string =>
  html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${PRODUCT_NAME}</title>
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <div class="frame">
          <nav aria-label="Documentação">
            <a href="/">← ${PRODUCT_NAME}</a>
            ${groups.map(({ name, links }) => html`<strong>${name}</strong>${links.map(link)}`)}
          </nav>
          <main>${content}</main>
        </div>
      </body>
    </html>`.text;
