import { formatDate } from '#domain/dates.ts';
import { workbookOfSheets } from '#domain/files/workbook.ts';
import { RETENTION_TAXES, TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import { formatExact } from '#domain/numberFormat.ts';
import { add, negate, sum, ZERO, type Money } from '#domain/money.ts';
import { monthTitle } from '#domain/financial/monthClosing/months.ts';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import { STYLES } from '../../../platform/workbooks/cells.ts';
import { sheetOf, type Column, type Foot } from '../../../platform/workbooks/rowsSheet.ts';
import type { IndexedFile } from './content.ts';
import type { DocumentLine, InstallmentLine, MonthRows, RetentionLine } from './rows.ts';

const KIND = { CREDIT: 'Receita', DEBIT: 'Despesa' } as const;
const date = (day: string | null): string => (day === null ? '' : formatDate(day));
const yes = (is: boolean): string => (is ? 'Sim' : 'Não');

const documentColumns: readonly Column<DocumentLine>[] = [
  { title: 'Tipo', width: 26, text: ({ type }) => KIND[type] },
  { title: 'Documento', width: 16, text: ({ number }) => number },
  { title: 'Parceiro', width: 32, text: ({ partner }) => partner },
  { title: 'CPF ou CNPJ', width: 18, text: ({ taxId }) => taxId },
  { title: 'Descrição', width: 36, text: ({ description }) => description },
  { title: 'Categoria', width: 24, text: ({ category }) => category },
  { title: 'Obras', width: 28, text: ({ buildings }) => buildings },
  { title: 'Emissão', width: 12, text: ({ emission }) => date(emission) },
  { title: 'Competência', width: 12, text: ({ competence }) => date(competence) },
  { title: 'Compete ao mês', width: 14, text: ({ competes }) => yes(competes) },
  { title: 'Emitido no mês', width: 14, text: ({ emitted }) => yes(emitted) },
  { title: 'Valor bruto', width: 16, money: ({ gross }) => gross, totals: true },
  { title: 'Acréscimos', width: 14, money: ({ increase }) => increase, totals: true },
  { title: 'Descontos', width: 14, money: ({ discount }) => discount, totals: true },
  { title: 'Valor líquido', width: 16, money: ({ value }) => value, totals: true },
  { title: 'Pago até hoje', width: 16, money: ({ paid }) => paid, totals: true },
];

const documentFeet: readonly Foot<DocumentLine>[] = [
  { label: 'Receitas do mês (competência)', takes: ({ type, competes }) => type === 'CREDIT' && competes },
  { label: 'Despesas do mês (competência)', takes: ({ type, competes }) => type === 'DEBIT' && competes },
  { label: 'Receitas emitidas no mês', takes: ({ type, emitted }) => type === 'CREDIT' && emitted },
  { label: 'Despesas emitidas no mês', takes: ({ type, emitted }) => type === 'DEBIT' && emitted },
];

const installmentColumns: readonly Column<InstallmentLine>[] = [
  { title: 'Tipo', width: 14, text: ({ type }) => KIND[type] },
  { title: 'Documento', width: 16, text: ({ document }) => document },
  { title: 'Parceiro', width: 32, text: ({ partner }) => partner },
  { title: 'Parcela', width: 10, text: ({ number, count }) => `${number}/${count}` },
  { title: 'Vencimento', width: 12, text: ({ due }) => date(due) },
  { title: 'Pagamento', width: 12, text: ({ payment }) => date(payment) },
  { title: 'Carteira', width: 24, text: ({ wallet }) => wallet },
  { title: 'Forma', width: 16, text: ({ method }) => method && PAYMENT_METHOD_LABELS[method] },
  { title: 'Valor bruto', width: 16, money: ({ gross }) => gross, totals: true },
  { title: 'Acréscimos', width: 14, money: ({ increase }) => increase, totals: true },
  { title: 'Descontos', width: 14, money: ({ discount }) => discount, totals: true },
  { title: 'Valor líquido', width: 16, money: ({ value }) => value, totals: true },
];

const byType: readonly Foot<InstallmentLine>[] = [
  { label: 'Receitas', takes: ({ type }) => type === 'CREDIT' },
  { label: 'Despesas', takes: ({ type }) => type === 'DEBIT' },
];

/** The workbook of a month; every figure is that of the screens. */
export const workbookOfMonth = (
  { documents, installments, payments, transfers, retentions, wallets }: MonthRows,
  files: readonly IndexedFile[],
  { company, month }: { company: string; month: Month },
): Buffer => {
  const heading = (what: string): string => `${what} · ${company} · ${monthTitle(month)}`;
  const all = [{ label: 'Total', takes: () => true }];
  const sheets = [
    sheetOf('Documentos', heading('Documentos'), documents, documentColumns, documentFeet),
    sheetOf('Parcelas', heading('Parcelas dos documentos do mês'), installments, installmentColumns, byType),
    sheetOf('Pagamentos', heading('Pagamentos e recebimentos do mês'), payments, installmentColumns, byType),
    sheetOf(
      'Transferências',
      heading('Transferências'),
      transfers,
      [
        { title: 'Data', width: 14, text: (row) => date(row.date) },
        { title: 'De', width: 28, text: ({ source }) => source },
        { title: 'Para', width: 28, text: ({ target }) => target },
        { title: 'Descrição', width: 36, text: ({ description }) => description },
        { title: 'Valor', width: 16, money: ({ amount }) => amount, totals: true },
      ],
      all,
    ),
    sheetOf(
      'Retenções',
      heading('Retenções das notas do mês (competência)'),
      retentions,
      [
        { title: 'Imposto', width: 20, text: ({ tax }) => TAX_LABELS[tax] },
        { title: 'Nota', width: 16, text: ({ document }) => document },
        { title: 'Fornecedor', width: 32, text: ({ supplier }) => supplier },
        { title: 'CPF ou CNPJ', width: 18, text: ({ taxId }) => taxId },
        { title: 'Emissão', width: 12, text: ({ emission }) => date(emission) },
        { title: 'Base', width: 16, money: ({ base }) => base },
        { title: 'Alíquota (%)', width: 12, text: ({ rate }) => formatExact(rate) },
        { title: 'Retido', width: 16, money: ({ value }) => value, totals: true },
        { title: 'Recolher a', width: 28, text: ({ collector }) => collector },
        { title: 'Vencimento', width: 12, text: ({ due }) => date(due) },
        { title: 'Recolhido', width: 16, money: ({ paid }) => paid, totals: true },
      ],
      [
        ...RETENTION_TAXES.filter((tax) => retentions.some((row) => row.tax === tax)).map((tax) => ({
          label: TAX_LABELS[tax],
          takes: (row: RetentionLine) => row.tax === tax,
        })),
        ...all,
      ],
    ),
    sheetOf(
      'Carteiras',
      heading('Saldos das carteiras'),
      wallets,
      [
        { title: 'Carteira', width: 32, text: ({ name }) => name },
        { title: 'Saldo inicial', width: 18, money: ({ opening }) => opening, totals: true },
        { title: 'Entradas', width: 18, money: ({ incoming }) => incoming, totals: true },
        { title: 'Saídas', width: 18, money: ({ outgoing }) => outgoing, totals: true },
        { title: 'Saldo de abertura no mês', width: 24, money: openedIn, totals: true },
        { title: 'Saldo final', width: 18, money: ({ closing }) => closing, totals: true },
      ],
      all,
    ),
    sheetOf('Arquivos', heading('Arquivos desta pasta'), files, [
      { title: 'Arquivo', width: 60, text: ({ path }) => path },
      { title: 'Documento', width: 40, text: ({ document }) => document },
      { title: 'Data', width: 12, text: (row) => date(row.date) },
      { title: 'Valor', width: 16, text: ({ value }) => value ?? '' },
      { title: 'Bytes', width: 12, text: ({ size }) => String(size) },
      { title: 'SHA-256', width: 68, text: ({ sha256 }) => sha256 },
    ]),
  ];
  return Buffer.concat(workbookOfSheets(sheets, STYLES));
};

/** Initial balance of a wallet that began in the month: what its movements do not explain. */
const openedIn = ({ opening, incoming, outgoing, closing }: MonthRows['wallets'][number]): Money =>
  add(closing, negate(sum([opening, incoming, outgoing]))) || ZERO;
