import { building, count, date, decimal, id, period, text, type CsvDataset } from './dataset.ts';

const columnsOf = (partner: string) => ({
  id: id('Id'),
  documentNumber: text('Documento'),
  description: text('Descrição'),
  emissionDate: date('Emissão'),
  competenceDate: date('Competência'),
  dueDate: date('Vencimento', 'da primeira parcela em aberto; da última, se quitado'),
  status: text('Situação', 'Aberta, Parcial ou Quitada'),
  partnerId: id(`Id do ${partner.toLowerCase()}`),
  partner: text(partner),
  categoryId: id('Id da categoria'),
  category: text('Categoria'),
  buildings: text('Obras', 'nomes das obras que você alcança, separados por vírgula'),
  installments: count('Parcelas'),
  paidInstallments: count('Parcelas pagas'),
  grossValue: decimal('Valor bruto', 'com `buildingId`, a parte desta obra, aqui e nas colunas seguintes'),
  value: decimal('Valor', 'bruto com acréscimos e descontos'),
  paidValue: decimal('Valor pago'),
  openValue: decimal('Valor em aberto'),
  overdueValue: decimal('Valor vencido'),
});

const query = { ...period('day of competence'), ...building };

export const expenses = {
  key: 'expenses',
  title: 'Despesas',
  about: 'Um lançamento por linha. `from` e `to` são dias de competência.',
  columns: columnsOf('Fornecedor'),
  query,
} satisfies CsvDataset;

export const income = {
  ...expenses,
  ...{ key: 'income', title: 'Receitas', columns: columnsOf('Cliente') },
} satisfies CsvDataset;
