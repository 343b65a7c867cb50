import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import {
  add,
  compare,
  formatCurrency,
  isPositive,
  isZero,
  type Money,
  money,
  negate,
  subtract,
  ZERO,
} from '#domain/money.ts';
import type { Part } from '#domain/financial/reconciliation/allocate.ts';
import type { ChosenEntry } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visibleRows } from '../transactions/visibility.ts';
import { type Clerk, seenBy } from './access.ts';

/** A line that is being reconciled. */
export interface ChosenLine {
  id: number;
  walletId: number;
  date: IsoDate;
  amount: Money;
  memo: string;
}

interface StoredLine extends ChosenLine {
  ignored: boolean;
  linked: boolean;
}

/** Holds lines until the SQL transaction ends. Problems at `lines`: unknown, of several wallets, reconciled or ignored. */
export const holdLines = async (
  trx: Trx,
  { session, companyId }: Clerk,
  ids: readonly number[],
  problems: Problems,
  path = 'lines',
): Promise<ChosenLine[]> => {
  const mine = sql`l.account_id = ${session.accountId} and l.company_id = ${companyId} and l.id = any(${[...ids]}::bigint[])`;
  // Locked first and read then: the statement that waits for a lock does not see what was linked meanwhile.
  await sql`select from bank_statement_lines l where ${mine} order by l.id for update`.execute(trx);
  const { rows } = await sql<StoredLine>`
    select l.id, l.wallet_id as "walletId", l.date, l.amount, l.memo, l.ignored_at is not null as ignored,
           exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id) as linked
      from bank_statement_lines l
     where ${mine} and l.replaced_by is null order by l.id`.execute(trx);
  if (new Set(ids).size < ids.length) problems.contradiction(path, 'Esta linha aparece duas vezes.');
  else if (rows.length < ids.length) problems.rule(path, 'Linha do extrato não encontrada. Atualize a tela.');
  if (new Set(rows.map(({ walletId }) => walletId)).size > 1)
    problems.contradiction(path, 'As linhas são de carteiras diferentes.');
  if (rows.some(({ linked }) => linked)) problems.rule(path, 'Esta linha já está conciliada. Atualize a tela.');
  else if (rows.some(({ ignored }) => ignored))
    problems.rule(path, 'Esta linha foi ignorada. Reabra-a antes de conciliar.');
  return rows;
};

interface StoredInstallment {
  id: number;
  transactionId: number;
  type: 'CREDIT' | 'DEBIT';
  forecast: boolean;
  grossValue: Money;
  value: Money;
  walletId: number | null;
  linked: Money;
  preferredPaymentMethod: string | null;
}

interface StoredTransfer {
  id: number;
  amount: Money;
  isSource: boolean;
  isTarget: boolean;
  gone: Money;
  come: Money;
}

const findInstallments = async (
  trx: Trx,
  clerk: Clerk,
  ids: readonly number[],
): Promise<Map<number, StoredInstallment>> => {
  if (ids.length === 0) return new Map();
  const { accountId } = clerk.session;
  const named = sql`t.account_id = ${accountId} and t.company_id = ${clerk.companyId} and ${seenBy(clerk)(visibleRows)}
    and t.id in (select transaction_id from installments where account_id = ${accountId} and id = any(${[...ids]}::bigint[]))`;
  // The documents are held, and read then: what lines answer of a payment must not change between check and link.
  await sql`select from transactions t where ${named} order by t.id for update`.execute(trx);
  const { rows } = await sql<StoredInstallment>`
    select i.id, i.transaction_id as "transactionId", i.type, i.forecast, i.gross_value as "grossValue", i.value,
           i.wallet_id as "walletId", t.preferred_payment_method as "preferredPaymentMethod",
           coalesce((select abs(sum(k.amount)) from bank_links k
                      where k.account_id = i.account_id and k.installment_id = i.id), 0)::numeric(15, 2) as linked
      from transactions t
      join installments i on i.account_id = t.account_id and i.transaction_id = t.id
     where ${named} and i.id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

const findTransfers = async (
  trx: Trx,
  { session, companyId }: Clerk,
  walletId: number,
  ids: readonly number[],
): Promise<Map<number, StoredTransfer>> => {
  if (ids.length === 0) return new Map();
  const mine = sql`x.account_id = ${session.accountId} and x.company_id = ${companyId} and x.id = any(${[...ids]}::bigint[])`;
  await sql`select from transfers x where ${mine} order by x.id for update`.execute(trx);
  const { rows } = await sql<StoredTransfer>`
    select x.id, x.amount, x.source_wallet_id = ${walletId} as "isSource", x.target_wallet_id = ${walletId} as "isTarget",
           coalesce((select -sum(k.amount) from bank_links k where k.account_id = x.account_id and k.transfer_id = x.id
                        and k.amount < 0), 0)::numeric(15, 2) as gone,
           coalesce((select sum(k.amount) from bank_links k where k.account_id = x.account_id and k.transfer_id = x.id
                        and k.amount > 0), 0)::numeric(15, 2) as come
      from transfers x
     where ${mine}`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

/** A payment that the reconciliation makes. */
export interface PlannedPayment {
  installmentId: number;
  transactionId: number;
  type: 'CREDIT' | 'DEBIT';
  version: number | undefined;
  gross: Money;
  increase: Money;
  discount: Money;
  preferredPaymentMethod: string | null;
  path: string;
}

/** Something that answers lines: a part of their sum, and how it comes to be. */
export interface PlannedPart extends Part {
  payment?: PlannedPayment;
  installment?: { id: number; transactionId: number };
  transferId?: number;
}

/** Reads the chosen entries as parts of the sum. Each problem stands at its entry. */
export const partsOf = async (
  trx: Trx,
  clerk: Clerk,
  walletId: number,
  entries: readonly ChosenEntry[],
  problems: Problems,
): Promise<PlannedPart[]> => {
  const installments = await findInstallments(
    trx,
    clerk,
    entries.flatMap(({ installmentId }) => installmentId ?? []),
  );
  const transfers = await findTransfers(
    trx,
    clerk,
    walletId,
    entries.flatMap(({ transferId }) => transferId ?? []),
  );
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const path = `entries.${index}`;
    const { installmentId, transferId } = entry;
    if ((installmentId === undefined) === (transferId === undefined)) {
      problems.contradiction(path, 'Escolha uma parcela ou uma transferência.');
      return [];
    }
    const key = installmentId === undefined ? `transfer/${transferId}` : `installment/${installmentId}`;
    if (seen.has(key)) problems.contradiction(path, 'Este item aparece duas vezes.');
    seen.add(key);
    if (installmentId !== undefined)
      return installmentPart(installments.get(installmentId), entry, { key, path, walletId, problems }) ?? [];
    return transferPart(transfers.get(transferId ?? 0), entry, { key, path, problems }) ?? [];
  });
};

interface Place {
  key: string;
  path: string;
  problems: Problems;
}

const installmentPart = (
  stored: StoredInstallment | undefined,
  entry: ChosenEntry,
  { key, path, walletId, problems }: Place & { walletId: number },
): PlannedPart | null => {
  if (!stored) {
    problems.rule(`${path}.installmentId`, 'Parcela não encontrada.');
    return null;
  }
  const { id, transactionId, type } = stored;
  const signed = (amount: Money): Money => (type === 'CREDIT' ? amount : negate(amount));
  const [increase, discount] = [money(entry.increase ?? ZERO), money(entry.discount ?? ZERO)];
  if (stored.forecast) {
    const gross = money(entry.amount ?? stored.grossValue);
    const net = subtract(add(gross, increase), discount);
    if (!isPositive(net)) problems.rule(`${path}.amount`, 'Informe um valor maior que zero.');
    const payment: PlannedPayment = {
      ...{ installmentId: id, transactionId, type, version: entry.version, gross, increase, discount, path },
      preferredPaymentMethod: stored.preferredPaymentMethod,
    };
    return { key, amount: signed(net), payment };
  }
  if (stored.walletId !== walletId) problems.rule(`${path}.installmentId`, 'Esta parcela está paga em outra carteira.');
  for (const [name, amount] of [['increase', increase] as const, ['discount', discount] as const]) {
    if (!isZero(amount)) problems.rule(`${path}.${name}`, 'Esta parcela já está paga: o valor dela não muda aqui.');
  }
  const rest = subtract(stored.value, stored.linked);
  return linkedPart(rest, entry, { key, path, problems }, { signed, part: { installment: { id, transactionId } } });
};

/** What is in the wallet already: all of its rest, or less. */
const linkedPart = (
  rest: Money,
  entry: ChosenEntry,
  { key, path, problems }: Place,
  { signed, part }: { signed: (amount: Money) => Money; part: Pick<PlannedPart, 'installment' | 'transferId'> },
): PlannedPart => {
  const amount = money(entry.amount ?? rest);
  if (!isPositive(rest)) problems.rule(path, 'Este item já está conciliado. Atualize a tela.');
  else if (!isPositive(amount)) problems.rule(`${path}.amount`, 'Informe um valor maior que zero.');
  else if (compare(amount, rest) > 0)
    problems.rule(`${path}.amount`, `Só ${formatCurrency(rest)} deste item ainda não está conciliado.`);
  return { key, amount: signed(amount), ...part };
};

const transferPart = (stored: StoredTransfer | undefined, entry: ChosenEntry, place: Place): PlannedPart | null => {
  const { path, problems } = place;
  if (!stored || (!stored.isSource && !stored.isTarget)) {
    problems.rule(`${path}.transferId`, 'Transferência não encontrada nesta carteira.');
    return null;
  }
  for (const name of ['increase', 'discount'] as const) {
    if (entry[name] !== undefined && !isZero(money(entry[name])))
      problems.rule(`${path}.${name}`, 'Uma transferência não tem juros nem desconto.');
  }
  const rest = subtract(stored.amount, stored.isSource ? stored.gone : stored.come);
  const signed = (amount: Money): Money => (stored.isSource ? negate(amount) : amount);
  return linkedPart(rest, entry, place, { signed, part: { transferId: stored.id } });
};
