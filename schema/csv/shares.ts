import { building, date, decimal, id, period, text, type CsvDataset } from './dataset.ts';

const columnsOf = (partner: string, document: string) => ({
  documentId: id(`Id da ${document}`),
  documentNumber: text('Documento'),
  competenceDate: date('Competência'),
  partnerId: id(`Id do ${partner.toLowerCase()}`),
  partner: text(partner),
  categoryId: id('Id da categoria'),
  category: text('Categoria'),
  buildingId: id('Id da obra', 'vazio sem obra'),
  building: text('Obra'),
  stageId: id('Id da etapa', 'vazio sem etapa'),
  stage: text('Etapa'),
  grossValue: decimal('Valor bruto'),
  value: decimal('Valor', 'bruto com acréscimos e descontos'),
  paidValue: decimal('Valor pago'),
  openValue: decimal('Valor em aberto'),
});

const query = { ...period('day of competence'), ...building };
const about =
  'O que cada obra e etapa tem de cada lançamento: a soma é a dos lançamentos. `from` e `to` são dias de competência.';

export const expenseShares = {
  ...{ key: 'expense-shares', title: 'Despesas por obra e etapa', about, query },
  columns: columnsOf('Fornecedor', 'despesa'),
} satisfies CsvDataset;

export const incomeShares = {
  ...{ key: 'income-shares', title: 'Receitas por obra e etapa', about, query },
  columns: columnsOf('Cliente', 'receita'),
} satisfies CsvDataset;
