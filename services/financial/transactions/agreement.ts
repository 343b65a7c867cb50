import { formatDate, isIsoDate } from '#domain/dates.ts';
import { isDecimalText } from '#domain/decimal.ts';
import { formatCurrency, formatPercentage, money } from '#domain/money.ts';
import type {
  Apportionment,
  InstallmentBody,
  Transaction,
  TransactionBody,
  TransactionUpdate,
} from '#schema/financial/transactions/transactions.rest.ts';
import type { Session } from '../../platform/session.ts';
import { NOT_OF_A_FORECAST } from './bodyInstallments.ts';
import { shareOf } from './bodyShares.ts';
import type { Problems } from '../../platform/problems.ts';

type Body = TransactionBody | TransactionUpdate;
type Share = Pick<Apportionment, 'building' | 'costEstimateGroup'>;
/** Values accepted at one path: those of the transaction after the change, and those before it. */
type Candidates = readonly unknown[];

/**
 * Compares a body with the transaction that it results in. Each value must equal the value after the change or,
 * unchanged, the value before it. Adds a problem at each other field: the save would accept and ignore it.
 */
export const checkAgreement = (
  body: Body,
  { before, after, session }: { before: Transaction | undefined; after: Transaction; session: Session },
  problems: Problems,
): void => {
  const { transactionRecordList, transactionRecordBuildings, company, ...fields } = keyless(body);
  const answers = before ? [after, before] : [after];
  const compared = new Comparison(after, problems);
  compared.fields(fields, [...answers, toldOnceBy(after)], '');
  if (company) compared.fields(company, [{ ...after.company, account: { id: session.accountId } }], 'company.');
  const shares = (list: readonly { transactionRecordBuildings: Share[] }[]) =>
    list.map((one) => one.transactionRecordBuildings);
  compared.shares(transactionRecordBuildings, shares(answers), 'transactionRecordBuildings');
  const items: readonly InstallmentBody[] = transactionRecordList ?? [];
  items.forEach(({ id, transactionRecordBuildings: own, ...item }, index) => {
    const path = `transactionRecordList.${index}.`;
    const was = before?.transactionRecordList.find((one) => one.id === id);
    const rows = [after.transactionRecordList[index], was].flatMap((one) => one ?? []);
    compared.fields(item, rows, path);
    compared.shares(own, shares(rows), `${path}transactionRecordBuildings`);
  });
};

/**
 * Leaves out key and version, which identify the transaction, and files: a new transaction has none (see its contract), and
 * takes its nota as it is.
 */
const keyless = ({ id: _id, ...body }: Body): Omit<TransactionUpdate, 'id' | 'version'> => {
  const {
    version: _version,
    attachments: _none,
    fiscalDocument: _nota,
    ...said
  } = body as Omit<TransactionUpdate & Files, 'id'>;
  return said;
};
type Files = Pick<TransactionBody, 'attachments' | 'fiscalDocument'>;

/**
 * §4: the header of a paid transaction is returned without due date and payment date, but a client may send both if its
 * installments have them.
 */
const toldOnceBy = ({ referenceDueDate, transactionRecordList }: Transaction) => {
  const paid = transactionRecordList.filter(({ forecast }) => !forecast);
  const [first] = paid;
  const isShared = paid.every(({ paymentDate }) => paymentDate === first?.paymentDate);
  return { dueDate: referenceDueDate, paymentDate: isShared ? first?.paymentDate : undefined };
};

class Comparison {
  constructor(
    readonly after: Transaction,
    readonly problems: Problems,
  ) {}

  fields(sent: object, candidates: Candidates, path: string): void {
    for (const [key, value] of Object.entries(sent)) {
      const own = candidates.map((one) => (isObject(one) ? one[key] : undefined));
      if (isObject(value)) this.fields(value, own, `${path}${key}.`);
      else this.#leaf(value, own, path + key);
    }
  }

  #leaf(sent: unknown, candidates: Candidates, path: string): void {
    // Null is no value: references without a key are dropped (§5), and an omitted field is not changed.
    if (sent === undefined || sent === null || candidates.some((one) => isSame(sent, one))) return;
    const is = candidates.find((one) => one !== undefined && one !== null);
    this.problems.contradiction(path, sentenceOf(path, is, this.after));
  }

  shares(sent: Body['transactionRecordBuildings'], lists: readonly (readonly Share[])[], path: string): void {
    if (!sent) return;
    if (lists.every(({ length }) => length !== sent.length)) this.problems.contradiction(path, OTHER_SHARES);
    else {
      sent.forEach((item, index) => {
        const own = lists.map((list) => shareOf(list, item));
        this.fields(item, own, `${path}.${index}.`);
      });
    }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (sent: unknown, is: unknown): boolean => {
  if (sent === is) return true;
  if (typeof sent !== 'string') return false;
  const text = sent.trim();
  if (is === null || is === undefined) return text === '';
  if (typeof is !== 'string') return false;
  return text === is || (isDecimalText(text) && isDecimalText(is) && money(text) === money(is));
};

const OTHER_SHARES = 'O rateio do lançamento é outro.';

/** By path: messages where the general one would be unclear. */
const SENTENCES: Readonly<Record<string, string>> = {
  'company.id': 'A empresa do lançamento é a do endereço.',
  'company.account.id': 'A conta do lançamento é a da sua sessão.',
  'bank.id': 'As parcelas pagas dizem outra carteira.',
  forecast: 'As parcelas dizem o contrário.',
};

const OF_A_FORECAST: Readonly<Record<string, string>> = NOT_OF_A_FORECAST;

const sentenceOf = (path: string, is: unknown, { forecast }: Transaction): string =>
  (forecast ? OF_A_FORECAST[path] : undefined) ??
  SENTENCES[path] ??
  (/id$/i.test(path) ? 'Este registro não é o do lançamento.' : undefined) ??
  `Não confere: o lançamento diz ${shown(path, is)}. Envie este valor ou deixe o campo de fora.`;

const shown = (path: string, is: unknown): string => {
  if (is === null || is === undefined || is === '') return 'nada';
  if (typeof is === 'boolean') return is ? 'sim' : 'não';
  if (typeof is !== 'string') return JSON.stringify(is);
  if (isIsoDate(is)) return formatDate(is);
  if (path.endsWith('percentage')) return formatPercentage(is);
  return /^-?\d+\.\d{2}$/.test(is) ? formatCurrency(is) : `“${is}”`;
};
