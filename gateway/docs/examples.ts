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

const codeOf = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8').trimEnd();

const inLanguages = (task: string, languages: readonly { ending: string; name: string }[]): Html[] =>
  languages.map(({ ending, name }, index) => {
    const code = codeOf(`${task}.${ending}`);
    const body = html`<summary>${name}</summary>
      <pre tabindex="0"><code>${code}</code></pre>`;
    return index === 0 ? html`<details open>${body}</details>` : html`<details>${body}</details>`;
  });

/** A receiver of webhooks in each language that has one; they run as they are (tests/security/webhooks/examples.test.ts). */
export const receivers = (): Html[] =>
  inLanguages(
    'receiver',
    LANGUAGES.filter(({ ending }) => ending === 'mjs' || ending === 'py'),
  );

/** The same task in each language; the files run as they are (tests/gateway/docs.test.ts). */
export const example = (task: 'where' | 'payables' | 'suppliers'): Html[] => inLanguages(task, LANGUAGES);

/** An import in each language that writes; the files run as they are (tests/gateway/importExamples.test.ts). */
export const importExamples = (): Html[] =>
  inLanguages(
    'import',
    LANGUAGES.filter(({ ending }) => ending !== 'pq'),
  );

/** A dataset in what a spreadsheet or a BI tool runs. */
export const csvExamples = (): Html[] =>
  inLanguages('csv', [
    { ending: 'pq', name: 'Power Query (Excel, Power BI)' },
    { ending: 'gs', name: 'Google Planilhas, Apps Script' },
    { ending: 'sh', name: 'curl' },
  ]);
