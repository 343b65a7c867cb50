import { sql } from 'kysely';
import {
  add,
  compare,
  formatCurrency,
  isPositive,
  isZero,
  type Money,
  money,
  negate,
  sum,
  ZERO,
} from '#domain/money.ts';
import { allocate, haveOneSign, type Link, unexplained } from '#domain/financial/reconciliation/allocate.ts';
import type { Acceptance } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, ENTITY, readWallet, requireOpenDays } from './access.ts';
import { type ChosenLine, holdLines, partsOf, type PlannedPart } from './chosen.ts';
import { makeDocument, makeTransfer } from './made.ts';
import { payOnBankDays } from './payments.ts';
import { readDifferenceLimit } from './settings.ts';
import { tellDocuments } from './told.ts';

/** A link as it is stored. */
interface StoredLink {
  lineId: number;
  amount: Money;
  transactionId: number | null;
  installmentId: number | null;
  transferId: number | null;
  did: 'LINKED' | 'PAID' | 'MADE';
}

const FEE = 'fee';
const DOCUMENT = 'document';

/** What the bank kept, as a part of the sum. */
const feeOf = ({ fee }: Acceptance, problems: Problems): PlannedPart[] => {
  if (!fee) return [];
  if (!isPositive(money(fee.amount))) problems.rule('fee.amount', 'Informe um valor maior que zero.');
  return [{ key: FEE, amount: negate(money(fee.amount)) }];
};

/** What the chosen entries leave becomes one document: by line, where nothing else is chosen. */
const documentParts = (lines: readonly ChosenLine[], parts: readonly PlannedPart[]): PlannedPart[] => {
  if (parts.length === 0) return lines.map(({ id, amount }) => ({ key: `${DOCUMENT}/${id}`, amount }));
  const rest = unexplained(lines, parts);
  return isZero(rest) ? [] : [{ key: DOCUMENT, amount: rest }];
};

/** Refuses what does not sum to the lines, and a difference above the limit of the account. */
const checkSums = async (
  trx: Trx,
  { session }: Clerk,
  lines: readonly ChosenLine[],
  parts: readonly PlannedPart[],
  problems: Problems,
): Promise<void> => {
  const rest = unexplained(lines, parts);
  if (!isZero(rest)) {
    const [bank, prumo] = [sum(lines.map(({ amount }) => amount)), sum(parts.map(({ amount }) => amount))];
    const message = `O extrato soma ${formatCurrency(bank)} e o que foi escolhido soma ${formatCurrency(prumo)}: faltam ${formatCurrency(rest)}.`;
    problems.rule('entries', message);
  }
  if (!haveOneSign(lines)) problems.rule('lines', 'Concilie entradas e saídas separadamente.');
  const differences = sum(
    parts.map(({ key, amount, payment }) =>
      add(key === FEE ? negate(amount) : ZERO, payment?.increase ?? ZERO, payment?.discount ?? ZERO),
    ),
  );
  if (isZero(differences)) return;
  const limit = await readDifferenceLimit(trx, session.accountId);
  if (compare(differences, limit) > 0)
    problems.rule(
      'entries',
      `Juros, multa, desconto e tarifa somam ${formatCurrency(differences)}. O limite da conta é ${formatCurrency(limit)}.`,
    );
};

/** A transfer stands alone: its line has no other part. */
const checkTransfer = (
  { transfer, entries = [], fee, document }: Acceptance,
  lines: readonly ChosenLine[],
  other: ChosenLine | undefined,
  problems: Problems,
): void => {
  if (!transfer) return;
  if (entries.length > 0 || fee || document || lines.length !== 1)
    problems.contradiction('transfer', 'Uma transferência responde a uma linha, sozinha.');
  if (!transfer.line || !other) return;
  if (other.walletId !== transfer.wallet.id)
    problems.contradiction('transfer.line', 'Esta linha não é do extrato da outra carteira.');
  if (lines[0] && compare(other.amount, negate(lines[0].amount)) !== 0)
    problems.rule('transfer.line', 'As duas linhas não têm o mesmo valor.');
};

const linked = (link: Link, keys: Partial<StoredLink>, did: StoredLink['did']): StoredLink => ({
  lineId: link.lineId,
  amount: link.amount,
  transactionId: null,
  installmentId: null,
  transferId: null,
  ...keys,
  did,
});

/** Pays, makes and links what answers the lines. */
const carryOut = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { item, lines, parts }: { item: Acceptance; lines: readonly ChosenLine[]; parts: readonly PlannedPart[] },
): Promise<StoredLink[]> => {
  const links = allocate(lines, parts);
  const stored: StoredLink[] = [];
  const versions = new Map<number, number>();
  for (const { key, payment, installment, transferId } of parts) {
    const own = links.filter((link) => link.key === key);
    if (payment) {
      const paid = await payOnBankDays(trx, work, clerk, { payment, lines, links: own, versions });
      stored.push(
        ...paid.map(({ installmentId, transactionId, ...link }) =>
          linked(link, { installmentId, transactionId }, 'PAID'),
        ),
      );
    } else if (installment) {
      const keys = { installmentId: installment.id, transactionId: installment.transactionId };
      stored.push(...own.map((link) => linked(link, keys, 'LINKED')));
    } else if (transferId !== undefined) {
      stored.push(...own.map((link) => linked(link, { transferId }, 'LINKED')));
    }
  }
  stored.push(...(await madeLinks(trx, work, clerk, { item, lines, links })));
  return stored;
};

/** The documents of a reconciliation: the fee, and what nothing else explains. */
const madeLinks = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { item, lines, links }: { item: Acceptance; lines: readonly ChosenLine[]; links: readonly Link[] },
): Promise<StoredLink[]> => {
  const { fee, document } = item;
  const wanted = [
    ...(fee ? [{ path: FEE, document: { category: fee.category, partner: fee.partner ?? null } }] : []),
    ...(document ? [{ path: DOCUMENT, document }] : []),
  ];
  const stored: StoredLink[] = [];
  for (const { path, document: body } of wanted) {
    const own = links.filter(({ key }) => key === path || key.startsWith(`${path}/`));
    const parts = own.flatMap((link) => {
      const line = lines.find(({ id }) => id === link.lineId);
      return line ? [{ line, amount: link.amount }] : [];
    });
    if (parts.length === 0) continue;
    const { transactionId, installmentIds } = await makeDocument(trx, work, clerk, { document: body, parts, path });
    stored.push(
      ...own.map((link, index) =>
        linked(link, { transactionId, installmentId: installmentIds[index] ?? null }, 'MADE'),
      ),
    );
  }
  return stored;
};

/** Reconciles lines with what answers them, as one. @throws ServiceError 404, 409, 422 with every problem at its place */
export const acceptItem = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  item: Acceptance,
  acceptance: string,
): Promise<{ id: number }> => {
  const problems = new Problems();
  const lines = await holdLines(trx, clerk, item.lines, problems);
  const [other] = item.transfer?.line
    ? await holdLines(trx, clerk, [item.transfer.line.id], problems, 'transfer.line')
    : [];
  problems.refuse();
  const wallet = await readWallet(trx, clerk, lines[0]?.walletId ?? 0, true);
  requireOpenDays(
    wallet,
    lines.map(({ date }) => date),
  );
  if (other) requireOpenDays(await readWallet(trx, clerk, other.walletId, true), [other.date]);
  const chosen = [...(await partsOf(trx, clerk, wallet.id, item.entries ?? [], problems)), ...feeOf(item, problems)];
  checkTransfer(item, lines, other, problems);
  problems.refuse();
  const parts = item.document ? [...chosen, ...documentParts(lines, chosen)] : chosen;
  if (item.transfer) return storeTransfer(trx, work, clerk, { item, line: lines[0] as ChosenLine, other, acceptance });
  await checkSums(trx, clerk, lines, parts, problems);
  problems.refuse();
  const links = await carryOut(trx, work, clerk, { item, lines, parts });
  return store(trx, work, clerk, { walletId: wallet.id, acceptance, score: item.score ?? null, links });
};

const storeTransfer = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  {
    item,
    line,
    other,
    acceptance,
  }: { item: Acceptance; line: ChosenLine; other: ChosenLine | undefined; acceptance: string },
): Promise<{ id: number }> => {
  const transfer = item.transfer as NonNullable<Acceptance['transfer']>;
  const transferId = await makeTransfer(trx, work, clerk, { transfer, line, other });
  const links = [line, ...(other ? [other] : [])].map(({ id: lineId, amount }) =>
    linked({ lineId, key: '', amount }, { transferId }, 'MADE'),
  );
  return store(trx, work, clerk, { walletId: line.walletId, acceptance, score: item.score ?? null, links });
};

const store = async (
  trx: Trx,
  work: Work,
  { companyId }: Clerk,
  {
    walletId,
    acceptance,
    score,
    links,
  }: { walletId: number; acceptance: string; score: number | null; links: readonly StoredLink[] },
): Promise<{ id: number }> => {
  const { accountId, userId } = work.session;
  const { rows } = await sql<{ id: number }>`
    insert into bank_reconciliations (account_id, company_id, wallet_id, acceptance, score, created_by, created_at)
    values (${accountId}, ${companyId}, ${walletId}, ${acceptance}, ${score}, ${userId}, ${work.clock.now()})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into bank_links (account_id, company_id, reconciliation_id, line_id, transaction_id, installment_id, transfer_id, amount, did)
    select ${accountId}::bigint, ${companyId}::bigint, ${id}::bigint, r."lineId", r."transactionId", r."installmentId",
           r."transferId", r.amount, r.did
      from json_to_recordset(${JSON.stringify(links)}::json)
        as r ("lineId" bigint, "transactionId" bigint, "installmentId" bigint, "transferId" bigint, amount numeric, did text)`.execute(
    trx,
  );
  work.audit({ action: 'reconcile', entity: ENTITY, entityId: id, details: { walletId, acceptance, score, links } });
  await tellDocuments(trx, work, [id], 'reconcile');
  return { id };
};
