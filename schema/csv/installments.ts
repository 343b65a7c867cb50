import { Type } from 'typebox';
import { IsoDate } from '../platform/shapes.ts';
import { building, count, date, decimal, id, period, text, type CsvDataset } from './dataset.ts';

const columnsOf = (partner: string, document: string, paid: string) => ({
  id: id('Id'),
  documentId: id(`Id da ${document}`),
  documentNumber: text('Documento'),
  description: text('Descrição'),
  number: count('Parcela'),
  installments: count('De parcelas'),
  competenceDate: date('Competência'),
  dueDate: date('Vencimento'),
  paymentDate: date('Pagamento', 'vazio em aberto'),
  status: text('Situação', `A vencer, Vencida ou ${paid}`),
  partnerId: id(`Id do ${partner.toLowerCase()}`),
  partner: text(partner),
  categoryId: id('Id da categoria'),
  category: text('Categoria'),
  buildings: text('Obras', 'nomes das obras que você alcança, separados por vírgula'),
  walletId: id('Id da carteira', 'do pagamento; em aberto, a prevista'),
  wallet: text('Carteira'),
  paymentMethod: text('Forma de pagamento'),
  value: decimal('Valor', 'com acréscimos e descontos; com `buildingId`, a parte desta obra'),
});

const query = {
  ...period('due date'),
  paidFrom: Type.Optional(Type.String({ ...IsoDate, description: 'First day of payment' })),
  paidTo: Type.Optional(Type.String({ ...IsoDate, description: 'Last day of payment' })),
  ...building,
};

const about =
  'Uma parcela por linha, em aberto e pagas. `from` e `to` são dias de vencimento, `paidFrom` e `paidTo` de pagamento.';

export const expenseInstallments = {
  ...{ key: 'expense-installments', title: 'Parcelas a pagar', about, query },
  columns: columnsOf('Fornecedor', 'despesa', 'Paga'),
} satisfies CsvDataset;

export const incomeInstallments = {
  ...{ key: 'income-installments', title: 'Parcelas a receber', about, query },
  columns: columnsOf('Cliente', 'receita', 'Recebida'),
} satisfies CsvDataset;
