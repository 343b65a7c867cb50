import { statementLineLabel } from '#domain/statementLines.ts';
import type { CategoryRowFragment } from '#web/generated/financial.ts';
import type { Column } from '#web/ui/index.ts';
import { lineOf } from './tree.ts';

/** Columns of the categories for export and print. */
export const categoryColumns: Column<CategoryRowFragment>[] = [
  { id: 'statementLine', title: 'Linha do demonstrativo', value: (row) => statementLineLabel(lineOf(row)) },
  { id: 'name', title: 'Categoria', value: (row) => row.name },
  { id: 'type', title: 'Tipo', value: (row) => (row.type === 'CREDIT' ? 'Receita' : 'Despesa') },
  { id: 'active', title: 'Situação', value: (row) => (row.active ? 'Ativa' : 'Inativa') },
];
