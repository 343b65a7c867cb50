import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html, type Html } from './html.ts';

const FOLDER = fileURLToPath(new URL('../../schema/examples', import.meta.url));

const LANGUAGES = [
  { ending: 'sh', name: 'curl' },
  { ending: 'mjs', name: 'JavaScript (Node 20 ou mais novo)' },
  { ending: 'py', name: 'Python 3, sem bibliotecas' },
  { ending: 'pq', name: 'Power Query (Excel, Power BI)' },
] as const;

/** The same task in each language; the files run as they are (tests/gateway/docs.test.ts). */
export const example = (task: 'where' | 'payables' | 'suppliers'): Html[] =>
  LANGUAGES.map(({ ending, name }, index) => {
    const code = readFileSync(`${FOLDER}/${task}.${ending}`, 'utf8').trimEnd();
    const body = html`<summary>${name}</summary>
      <pre tabindex="0"><code>${code}</code></pre>`;
    return index === 0 ? html`<details open>${body}</details>` : html`<details>${body}</details>`;
  });
