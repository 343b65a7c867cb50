import type { Content, TableCell } from 'pdfmake/interfaces';
import { amountInWords } from '#domain/amountInWords.ts';
import { formatDate } from '#domain/dates.ts';
import { maskTaxId } from '#domain/masks.ts';
import { isZero, negate, ZERO, type Money } from '#domain/money.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from '#domain/paymentMethods.ts';
import type { TransactionType } from '#domain/transactions.ts';
import { letterhead, type Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';

/** What the receipt of a paid installment is made of. */
export interface Receipt {
  type: TransactionType;
  company: Letterhead;
  partner: { name: string; taxId: string | null } | null;
  documentNumber: string | null;
  description: string | null;
  buildings: readonly string[];
  /** 2 of "parcela 2/3". */
  number: number;
  count: number;
  dueDate: string;
  paymentDate: string;
  wallet: string;
  paymentMethod: PaymentMethod;
  grossValue: Money;
  increase: Money | null;
  discount: Money | null;
  /** What left or entered the wallet: gross + increase − discount. */
  value: Money;
}

const MARGIN = 48;
const MUTED = '#53646d';

const named = ({ name, taxId }: { name: string; taxId: string | null }): string => {
  if (!taxId) return name;
  return `${name} (${taxId.length === 11 ? 'CPF' : 'CNPJ'} ${maskTaxId(taxId)})`;
};

/** The sentence that makes it a receipt: who gave how much to whom, for what. */
const sentenceOf = (receipt: Receipt): Content => {
  const { type, company, partner, description, documentNumber, value, number, count } = receipt;
  const amount = { text: `R$ ${formatMoney(value)} (${amountInWords(value)})`, bold: true };
  const reason = [description, documentNumber && `documento ${documentNumber}`].filter(Boolean).join(', ');
  const other = partner ? named(partner) : null;
  const [from, to] = type === 'DEBIT' ? [named(company), other] : [other, named(company)];
  return {
    margin: [0, 4, 0, 18],
    fontSize: 11,
    lineHeight: 1.4,
    text: [
      from === null ? 'Foi paga' : `${from} pagou`,
      ...(to === null ? [] : [` a ${to}`]),
      ' a importância de ',
      amount,
      `, referente a ${reason === '' ? 'este lançamento' : reason}, parcela ${number}/${count}.`,
    ],
  };
};

const row = (name: string, value: string, bold = false): TableCell[] => [
  { text: name, color: MUTED },
  { text: value, bold },
];

const factsOf = (receipt: Receipt): Content => {
  const { buildings, dueDate, paymentDate, wallet, paymentMethod, grossValue, value } = receipt;
  const [increase, discount] = [receipt.increase ?? ZERO, receipt.discount ?? ZERO];
  return {
    layout: 'rows',
    table: {
      widths: [130, '*'],
      body: [
        ...(buildings.length === 0 ? [] : [row(buildings.length === 1 ? 'Obra' : 'Obras', buildings.join(', '))]),
        row('Vencimento', formatDate(dueDate)),
        row('Data do pagamento', formatDate(paymentDate)),
        row('Forma', PAYMENT_METHOD_LABELS[paymentMethod]),
        row('Carteira', wallet),
        row('Valor da parcela', `R$ ${formatMoney(grossValue)}`),
        ...(isZero(increase) ? [] : [row('Juros e multa', `R$ ${formatMoney(increase)}`)]),
        ...(isZero(discount) ? [] : [row('Desconto', `R$ ${formatMoney(negate(discount))}`)]),
        row(receipt.type === 'DEBIT' ? 'Valor pago' : 'Valor recebido', `R$ ${formatMoney(value)}`, true),
      ],
    },
  };
};

/** Where whoever was paid signs. */
const signature = ({ type, company, partner }: Receipt): Content => ({
  margin: [0, 64, 0, 0],
  alignment: 'center',
  unbreakable: true,
  stack: [
    { canvas: [{ type: 'line', x1: 120, y1: 0, x2: 380, y2: 0, lineWidth: 0.5, lineColor: MUTED }] },
    { text: (type === 'DEBIT' ? partner?.name : company.name) ?? 'Recebedor', margin: [0, 4, 0, 0] },
  ],
});

/** The receipt of a payment, on one page. */
export const printReceipt = (receipt: Receipt & { createdAt: string }): PdfDocument => {
  const title = receipt.type === 'DEBIT' ? 'Comprovante de pagamento' : 'Recibo';
  return {
    title,
    createdAt: receipt.createdAt,
    landscape: false,
    pageMargins: [MARGIN, 84, MARGIN, 48],
    header: letterhead(receipt.company, MARGIN, { title, about: [`Pago em ${formatDate(receipt.paymentDate)}`] }),
    footer: `Prumo · ${title.toLowerCase()}`,
    content: [sentenceOf(receipt), factsOf(receipt), signature(receipt)],
  };
};
