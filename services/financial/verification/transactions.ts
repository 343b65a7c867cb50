import { formatDate, type IsoDate } from '#domain/dates.ts';
import { formatCurrency, fromCents, percentageOf, toCents, type Money } from '#domain/money.ts';
import { formatPercentage } from '#domain/numberFormat.ts';
import type { ApportionmentRow, TransactionRows, Header, InstallmentRow, Sums } from './transactionRows.ts';

const NAMES = { gross: 'valor bruto', increase: 'acréscimo', discount: 'desconto' } as const;
const FIGURES = ['gross', 'increase', 'discount'] as const;

/** Portuguese name of a transaction: "despesa 812 (NF 10.482)". */
export const nameOf = ({ id, type, documentNumber }: Header): string =>
  `${type === 'DEBIT' ? 'despesa' : 'receita'} ${id}${documentNumber ? ` (${documentNumber})` : ''}`;

const total = <T>(rows: readonly T[], of: (row: T) => Money): Money =>
  fromCents(rows.reduce((cents, row) => cents + toCents(of(row)), 0n));

const equal = (a: Money, b: Money): boolean => toCents(a) === toCents(b);

const amounts = (what: string, written: Money, found: Money, where: string): string[] =>
  equal(written, found) ? [] : [`${what} é ${formatCurrency(written)}, mas ${where} ${formatCurrency(found)}`];

const net = ({ gross, increase, discount }: Sums): Money =>
  fromCents(toCents(gross) + toCents(increase) - toCents(discount));

const statusOf = (count: number, paid: number): string => {
  if (paid === 0) return 'OPEN';
  return paid === count ? 'PAID' : 'PARTIAL';
};

/** First open due date, or the last due date when everything is paid. */
const referenceOf = (installments: readonly InstallmentRow[]): IsoDate | undefined => {
  const open = installments.filter(({ forecast }) => forecast).map(({ dueDate }) => dueDate);
  return open.length
    ? open.sort()[0]
    : installments
        .map(({ dueDate }) => dueDate)
        .sort()
        .at(-1);
};

const headerProblems = (header: Header, installments: readonly InstallmentRow[]): string[] => {
  const paid = installments.filter(({ forecast }) => !forecast);
  const paidValue = total(paid, net);
  const value = total(installments, net);
  return [
    ...FIGURES.flatMap((figure) =>
      amounts(
        `o ${NAMES[figure]}`,
        header[figure],
        total(installments, (one) => one[figure]),
        'as parcelas somam',
      ),
    ),
    ...amounts('o valor', header.value, value, 'as parcelas somam'),
    ...amounts('o valor pago', header.paidValue, paidValue, 'as parcelas pagas somam'),
    ...amounts('o valor em aberto', header.openValue, fromCents(toCents(value) - toCents(paidValue)), 'faltam pagar'),
    ...countProblems('parcelas', header.installmentCount, installments.length),
    ...countProblems('parcelas pagas', header.paidInstallmentCount, paid.length),
    ...stateProblems(header, statusOf(installments.length, paid.length), referenceOf(installments)),
  ];
};

const countProblems = (what: string, written: number, found: number): string[] =>
  written === found ? [] : [`o número de ${what} é ${written}, mas há ${found}`];

const stateProblems = (header: Header, status: string, reference: IsoDate | undefined): string[] => [
  ...(header.status === status ? [] : [`a situação é ${header.status}, mas as parcelas dizem ${status}`]),
  ...(reference === undefined || header.referenceDueDate === reference
    ? []
    : [
        `o vencimento de referência é ${formatDate(header.referenceDueDate)}, mas as parcelas dizem ${formatDate(reference)}`,
      ]),
];

const installmentProblems = (header: Header, one: InstallmentRow, isShared: boolean): string[] => {
  const sharedBy = one.shares ?? { gross: '0.00', increase: '0.00', discount: '0.00' };
  const shares = isShared || one.shares ? FIGURES : [];
  return [
    ...(one.type === header.type ? [] : [`o tipo é ${one.type}, mas o do documento é ${header.type}`]),
    ...amounts('o valor', one.value, net(one), 'bruto + acréscimo − desconto dá'),
    ...(toCents(one.gross) < 0n || toCents(net(one)) < 0n ? ['o valor é negativo'] : []),
    ...(one.forecast && one.touched ? ['está em aberto, mas tem dados de pagamento'] : []),
    ...(!one.forecast && !one.complete ? ['está paga, mas falta data, carteira ou forma de pagamento'] : []),
    ...shares.flatMap((figure) => amounts(`o ${NAMES[figure]}`, one[figure], sharedBy[figure], 'o rateio dela soma')),
  ].map((problem) => `parcela ${one.number}: ${problem}`);
};

const apportionmentProblems = (header: Header, one: ApportionmentRow): string[] => {
  const percentage = percentageOf(one.gross, header.gross);
  return [
    ...amounts('o valor bruto', one.gross, one.shared, 'suas partes nas parcelas somam'),
    ...(equal(one.percentage, percentage)
      ? []
      : [`a porcentagem é ${formatPercentage(one.percentage)}, mas o valor dá ${formatPercentage(percentage)}`]),
  ].map((problem) => `rateio ${one.position}: ${problem}`);
};

const numberProblems = (installments: readonly InstallmentRow[]): string[] =>
  new Set(installments.map(({ number }) => number)).size === installments.length
    ? []
    : ['duas parcelas têm o mesmo número'];

/** Problems of a transaction, recomputed from its rows independently of the database's constraints. */
export const transactionProblems = ({ header, installments, apportionments }: TransactionRows): string[] => {
  if (installments.length === 0) return ['não tem parcelas'];
  const isShared = apportionments.length > 0;
  return [
    ...headerProblems(header, installments),
    ...numberProblems(installments),
    ...installments.flatMap((one) => installmentProblems(header, one, isShared)),
    ...(isShared
      ? amounts(
          'o valor bruto',
          header.gross,
          total(apportionments, (one) => one.gross),
          'o rateio soma',
        )
      : []),
    ...apportionments.flatMap((one) => apportionmentProblems(header, one)),
  ];
};
