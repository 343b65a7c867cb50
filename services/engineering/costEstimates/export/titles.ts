/** Columns of an exported estimate. */
export const TITLES = [
  'Item',
  'Base',
  'Código',
  'Descrição',
  'Unidade',
  'Quantidade',
  'Preço unitário',
  'Preço unitário com BDI',
  'Total sem BDI',
  'Total',
  '%',
];
