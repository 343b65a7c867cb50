import { API_LIMITS } from '#domain/apiLimits.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { CSV_DATASETS } from '#schema/csv/csv.rest.ts';
import type { CsvDataset, CsvKind } from '#schema/csv/dataset.ts';
import { csvExamples } from './examples.ts';
import { html, type Html } from './html.ts';
import { code, list, table, text } from './parts.ts';

const KINDS: Record<CsvKind, string> = {
  ID: 'id',
  TEXT: 'texto',
  DATE: 'dia, AAAA-MM-DD',
  DECIMAL: 'decimal',
  COUNT: 'número inteiro',
  BOOLEAN: 'Sim ou Não',
};

const parametersOf = ({ query }: CsvDataset): string =>
  [...Object.keys(query), 'format'].map((name) => `\`${name}\``).join(', ');

const datasetOf = (dataset: CsvDataset): Html =>
  html`<details>
    <summary><code>${dataset.key}</code><span class="what">${dataset.title}</span></summary>
    ${text(dataset.about, `Parâmetros: ${parametersOf(dataset)}.`)}
    ${table(
      ['Coluna', 'Tipo', ''],
      Object.values(dataset.columns).map(({ title, kind, about = '' }) => [title, KINDS[kind], about]),
    )}
  </details>`;

/** How a spreadsheet or a BI tool reads datasets, and which columns each has. */
export const csvGuide = (): Html[] => [
  ...text(
    'Conjuntos de dados prontos para o Excel, o Google Planilhas e o Power BI, com todas as linhas de uma vez. Colunas têm nome e ordem que não mudam; as novas entram no fim.',
  ),
  code('GET /api/v1/csv/company/{empresa}/{conjunto}?from=2026-01-01&to=2026-12-31'),
  list([
    'O token vai no cabeçalho, como em toda chamada. `IMPORTDATA` do Google Planilhas não manda cabeçalhos: use o Apps Script abaixo.',
    'Sem `format` vem o brasileiro: ponto e vírgula entre colunas, vírgula decimal, UTF-8 com BOM. `format=INTERNATIONAL` traz vírgula entre colunas e ponto decimal, sem BOM.',
    'Dias são `AAAA-MM-DD` nos dois, que toda planilha lê como data. Sem valor, a célula é vazia.',
    'Um texto que uma planilha leria como fórmula vem com um apóstrofo na frente.',
    '`from` e `to` valem também sozinhos; sem eles vem tudo. `buildingId` traz uma obra, e nos lançamentos só a parte dela.',
    'As linhas são as das listas: as das obras que o token alcança, no instante da chamada. Mais de 500.000 linhas são recusadas (422): peça um período menor.',
    'Para cruzar conjuntos, use as colunas de id, nunca os nomes.',
    `Cada arquivo conta como uma chamada REST e como um dos ${formatCount(API_LIMITS.dayFiles)} arquivos que os tokens da conta podem pedir por dia. Os de uma conta são feitos dois por vez, os demais esperam.`,
  ]),
  ...csvExamples(),
  html`<h3>Conjuntos</h3>`,
  ...CSV_DATASETS.map(datasetOf),
];
