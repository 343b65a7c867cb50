/** A file of inputs or compositions of the account's own: its columns, and rows that show how to fill it in. */
export interface OwnFormat {
  /** Part of the request that carries the file. */
  part: string;
  columns: readonly string[];
  examples: readonly (readonly string[])[];
  /** Name of the template's file. */
  template: string;
  /** Rows that one file may have. */
  most: number;
}

export const OWN_RESOURCES = {
  part: 'resources',
  columns: ['Código', 'Descrição', 'Unidade', 'Tipo', 'Preço'],
  examples: [['0001', 'Cimento CP II-E-32', 'kg', 'Material', '0,73']],
  template: 'Modelo de insumos',
  most: 10_000,
} as const satisfies OwnFormat;

export const OWN_TASKS = {
  part: 'tasks',
  columns: ['Código', 'Descrição', 'Unidade', 'Grupo', 'Tipo do item', 'Código do item', 'Quantidade'],
  examples: [
    ['C-001', 'Contrapiso de argamassa', 'm²', 'Pisos', 'INSUMO', '0001', '12,5'],
    ['', '', '', '', 'COMPOSIÇÃO', 'C-000', '0,35'],
  ],
  template: 'Modelo de composições',
  most: 2_000,
} as const satisfies OwnFormat;
