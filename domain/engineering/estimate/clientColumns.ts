import { wordKey } from '../../imports/cells.ts';

/** What a column of a client's workbook is; the last five are written to. */
export const CLIENT_COLUMNS = [
  ...(['item', 'code', 'description', 'unit', 'quantity'] as const),
  ...(['unitPrice', 'bdi', 'unitPriceWithBdi', 'directTotal', 'total'] as const),
] as const;
export type ClientColumn = (typeof CLIENT_COLUMNS)[number];

/** Columns that an export writes to. */
export const WRITTEN_COLUMNS = ['unitPrice', 'bdi', 'unitPriceWithBdi', 'directTotal', 'total'] as const;
export type WrittenColumn = (typeof WRITTEN_COLUMNS)[number];

const some = (words: ReadonlySet<string>, ...wanted: string[]): boolean => wanted.some((word) => words.has(word));

/** Prices: a cost has no BDI, a price has it, unless the title says otherwise. */
const priceOf = (words: ReadonlySet<string>): ClientColumn | null => {
  const bdi = words.has('bdi');
  const without = bdi && some(words, 'sem', 's');
  const withIt = bdi && some(words, 'com', 'c');
  const cost = some(words, 'custo', 'custos');
  const each = some(words, 'unitario', 'unitaria', 'unit', 'unitarios');
  const priceEach = some(words, 'preco', 'valor', 'custo') && some(words, 'un', 'und');
  if ((each || priceEach) && !some(words, 'total', 'totais')) {
    return without || (cost && !withIt) ? 'unitPrice' : 'unitPriceWithBdi';
  }
  if (some(words, 'total', 'totais', 'parcial') && !words.has('peso'))
    return without || (cost && !withIt) ? 'directTotal' : 'total';
  return bdi && !without && !withIt ? 'bdi' : null;
};

const TITLES: readonly [ClientColumn, readonly string[]][] = [
  ['description', ['descricao', 'discriminacao', 'especificacao', 'servico', 'servicos']],
  ['quantity', ['quantidade', 'quantidades', 'quant', 'qtd', 'qtde', 'qde', 'quantitativo']],
  ['code', ['codigo', 'cod', 'referencia', 'ref']],
  ['unit', ['unidade', 'unidades', 'unid', 'und', 'un']],
  ['item', ['item', 'itens', 'eap', 'ordem', 'numero']],
];

/** What the title of a column means; null for one that says nothing of it. */
export const meaningOf = (title: string): ClientColumn | null => {
  const words = new Set(wordKey(title).split(' '));
  const price = priceOf(words);
  if (price !== null) return price;
  return TITLES.find(([, titles]) => some(words, ...titles))?.[0] ?? null;
};
