import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';
import { STATEMENT_LINE_LABELS, STATEMENT_LINES, UNCLASSIFIED_LABEL } from '#domain/statementLines.ts';

const lines = Object.fromEntries(STATEMENT_LINES.map((line) => [line, [STATEMENT_LINE_LABELS[line]] as const]));

/** Categories as a spreadsheet. */
export const categoryImport: ImportDescription = {
  noun: { one: 'categoria', many: 'categorias', gender: 'a' },
  fields: [
    {
      ...{ field: 'type', title: 'Tipo', required: true, kind: 'choice', example: 'Despesa' },
      aliases: ['receita ou despesa', 'natureza'],
      choices: {
        DEBIT: ['Despesa', 'despesas', 'débito', 'saída'],
        CREDIT: ['Receita', 'receitas', 'crédito', 'entrada'],
      },
    },
    {
      ...{ field: 'name', title: 'Categoria', required: true, example: 'Concreto e argamassa' },
      aliases: ['nome', 'conta', 'plano de contas', 'descrição'],
    },
    {
      ...{ field: 'statementLine', title: 'Linha do demonstrativo', kind: 'choice', example: 'Custo das obras' },
      aliases: ['linha', 'dre', 'linha da dre', 'demonstrativo'],
      choices: { ...lines, '': [UNCLASSIFIED_LABEL] },
    },
    ACTIVE_FIELD,
  ],
};
