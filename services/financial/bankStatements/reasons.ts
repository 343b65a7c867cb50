import { formatDate, todayIn } from '#domain/dates.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import type { BankFileLine } from '#schema/financial/bankStatements/bankStatements.rest.ts';

/** A line as it is read, with what its reason follows from. */
export interface StoredFileLine extends Omit<BankFileLine, 'reason'> {
  fitId: string;
  ordinal: number;
  identical: number;
  balance: boolean;
  /** Format that the known line came in, where it is another one. */
  format: string | null;
}

const knownReason = ({ fitId, known, format }: StoredFileLine): string => {
  const same =
    format !== null
      ? `veio em ${format}, com a mesma data e valor`
      : fitId === ''
        ? 'mesma data, valor e histórico'
        : 'mesmo FITID, data, valor e histórico';
  if (!known?.file || known.importedAt === null) return same;
  return `${same} em ${known.file}, de ${formatDate(todayIn(new Date(known.importedAt)))}`;
};

const ignoredReason = ({ amount, fitId, balance }: StoredFileLine): string => {
  if (!balance) return 'lançamento sem valor';
  if (amount === null) return 'linha de saldo, sem valor';
  return fitId === '' ? 'linha de saldo, FITID em branco ou zero' : 'linha de saldo';
};

const signed = (amount: string | null | undefined): string => formatMoney(amount).replace('-', '−');

/** ", conciliada com NF 14.628" */
const answeredBy = (known: StoredFileLine['known']): string => {
  if (!known?.reconciled) return '';
  return known.reconciledWith === null ? ', conciliada' : `, conciliada com ${known.reconciledWith}`;
};

const conflictReason = ({ fitId, amount, known }: StoredFileLine): string =>
  `FITID ${fitId} já está no Prumo com ${signed(known?.amount)}${answeredBy(known)}. Agora veio ${signed(amount)}.`;

/** Why a line of a file is what it is, in words; null where there is nothing to say. */
export const reasonOf = (line: StoredFileLine): string | null => {
  switch (line.status) {
    case 'KNOWN':
      return knownReason(line);
    case 'IGNORED':
      return ignoredReason(line);
    case 'CONFLICT':
      return conflictReason(line);
    case 'NEW':
      return line.identical > 1 ? `${line.ordinal}ª de ${line.identical} linhas idênticas no dia` : null;
    case 'WAITING':
      return null;
  }
};
