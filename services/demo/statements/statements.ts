import { addDays, type IsoDate } from '#domain/dates.ts';
import { add, applyPercentage, fromCents, type Money, negate, sum, ZERO } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import { businessDay } from '../calendar.ts';
import { randomFor } from '../random.ts';
import { STYLES, type StatementBank } from './styles.ts';
import { fileOf, type WrittenLine } from './write.ts';

/** Runs SQL as the owner. */
export type Ask = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

/** A line, and what it really is: ids of installments, or of a transfer. Nobody who reads the file is told. */
export interface TruthfulLine extends WrittenLine {
  installments: number[];
  transfer: number | null;
}

export interface DemoStatement {
  bank: StatementBank;
  walletId: number;
  name: string;
  content: Buffer;
  lines: TruthfulLine[];
  ledger: { date: IsoDate; amount: Money };
}

interface Movement {
  id: number;
  kind: 'PAID' | 'OPEN' | 'TRANSFER';
  type: 'CREDIT' | 'DEBIT';
  date: IsoDate;
  amount: Money;
  walletId: number;
  otherWalletId: number | null;
  method: PaymentMethod;
  partner: string | null;
  taxId: string | null;
  partnerId: number | null;
  description: string;
}

const MOVEMENTS = `
  select i.id, case when i.forecast then 'OPEN' else 'PAID' end as kind, i.type, coalesce(i.payment_date, i.due_date)::text as date,
         i.value as amount, coalesce(i.wallet_id, t.expected_wallet_id) as "walletId", null::bigint as "otherWalletId",
         coalesce(i.payment_method, t.preferred_payment_method, 'BOLETO') as method, p.name as partner, p.tax_id as "taxId",
         p.id as "partnerId", coalesce(t.description, '') as description
    from installments i
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
    left join partners p on p.account_id = t.account_id and p.id = t.partner_id
   where i.account_id = $1 and i.company_id = $2
     and (not i.forecast and i.payment_date between $3 and $4 or i.forecast and i.due_date between $4::date - 18 and $4::date - 1)
  union all
  select x.id, 'TRANSFER', 'DEBIT', x.date::text, x.amount, x.source_wallet_id, x.target_wallet_id, 'TRANSFER', null, null, null,
         coalesce(x.description, '')
    from transfers x where x.account_id = $1 and x.company_id = $2 and x.date between $3 and $4
   order by date, kind, id`;

const signed = (type: Movement['type'], amount: Money): Money => (type === 'CREDIT' ? amount : negate(amount));

/** Banks post some payments on the next banking day. */
const postedOn = ({ id, date, kind }: Movement, last: IsoDate): IsoDate => {
  const late = randomFor(`posting of ${kind} ${id}`).chance(6);
  const day = late ? businessDay(addDays(date, 1)) : date;
  return day <= last ? day : date;
};

interface Known {
  wallets: ReadonlyMap<number, StatementBank>;
  last: IsoDate;
}

/** Bills that are open in Prumo, though the bank has paid them: not all, one with interest, two of one partner together. */
const openLines = (movements: readonly Movement[], { last, wallets }: Known): (Movement & { ids: number[] })[] => {
  const open = movements.filter(({ kind, partnerId }) => kind === 'OPEN' && partnerId !== null);
  const paid = open.filter(({ id }) => !randomFor(`bank pays ${id}`).chance(25));
  const banks = [...wallets.keys()];
  const lines: (Movement & { ids: number[] })[] = [];
  const together = new Set<number>();
  for (const bill of paid) {
    if (together.has(bill.id)) continue;
    const random = randomFor(`bank line of ${bill.id}`);
    const walletId = wallets.has(bill.walletId) ? bill.walletId : random.pick(banks);
    const posted = businessDay(bill.date);
    const date = posted <= last ? posted : bill.date;
    const second = paid.find((one) => one.id > bill.id && one.partnerId === bill.partnerId && !together.has(one.id));
    if (second && together.size === 0) {
      together.add(second.id).add(bill.id);
      const later = second.date > bill.date ? second.date : bill.date;
      lines.push({
        ...bill,
        walletId,
        date: later,
        amount: add(bill.amount, second.amount),
        ids: [bill.id, second.id],
      });
    } else if (bill.method === 'DIRECT_DEBIT') {
      lines.push({
        ...bill,
        walletId,
        date,
        amount: add(bill.amount, applyPercentage(bill.amount, '2.03')),
        ids: [bill.id],
      });
    } else lines.push({ ...bill, walletId, date, ids: [bill.id] });
  }
  return lines;
};

/** What a bank has, and Prumo does not: its fees, and a purchase that nobody has typed. */
const strange = (bank: StatementBank, from: IsoDate, last: IsoDate): Omit<TruthfulLine, 'fitId'>[] => {
  const random = randomFor(`fees of ${bank}`);
  const days = [7, 17, 27].map((day) => addDays(from, day)).filter((date) => date <= last);
  const fees = days.map((date) => ({
    ...{
      date: businessDay(date) <= last ? businessDay(date) : date,
      amount: negate(fromCents(BigInt(random.int(195, 8990)))),
    },
    ...{
      memo: `${STYLES[bank].fee} ${date.slice(5, 7)}/${date.slice(2, 4)}`,
      document: '',
      installments: [],
      transfer: null,
    },
  }));
  if (bank !== 'itau') return fees;
  const date = addDays(last, -3);
  return [
    ...fees,
    { date, amount: '-780.00', memo: 'PIX QRCODE CACAMBAS RAPIDAS', document: '', installments: [], transfer: null },
  ];
};

const memoOf = (bank: StatementBank, { type, method, partner, taxId, description }: Movement, date: IsoDate): string =>
  STYLES[bank].memo({ type, method, partner, taxId, description, date });

const transferLines = (bank: StatementBank, walletId: number, movements: readonly Movement[], { wallets }: Known) =>
  movements.flatMap((one): Omit<TruthfulLine, 'fitId'>[] => {
    if (one.kind !== 'TRANSFER' || (one.walletId !== walletId && one.otherWalletId !== walletId)) return [];
    const out = one.walletId === walletId;
    const otherBank = wallets.get((out ? one.otherWalletId : one.walletId) ?? 0);
    const memo = otherBank ? STYLES[bank].transfer(out, STYLES[otherBank].number) : out ? 'SAQUE OU CARGA' : 'DEPOSITO';
    const amount = out ? negate(one.amount) : one.amount;
    return [
      { date: one.date, amount, memo, document: String(one.id % 10_000_000), installments: [], transfer: one.id },
    ];
  });

/**
 * Writes what the banks of the demo company would have written: every payment of its wallets, bills that Prumo still has as open,
 * transfers, and lines that nothing in Prumo answers. The balance is the wallet's with all of that.
 */
export const demoStatements = async (
  ask: Ask,
  company: { accountId: number; companyId: number },
  { from, last }: { from: IsoDate; last: IsoDate },
): Promise<DemoStatement[]> => {
  const { accountId, companyId } = company;
  const rows = await ask<{ id: number; bank: StatementBank }>(
    `select id, case identifier when 'Itaú' then 'itau' when 'Bradesco' then 'bradesco' else 'caixa' end as bank
       from wallets where account_id = $1 and company_id = $2 and identifier in ('Itaú', 'Bradesco', 'Caixa Econômica') order by id`,
    [accountId, companyId],
  );
  const known: Known = { wallets: new Map(rows.map(({ id, bank }) => [Number(id), bank])), last };
  const movements = (await ask<Movement>(MOVEMENTS, [accountId, companyId, from, last])).map((one) => ({
    ...one,
    ...{
      id: Number(one.id),
      walletId: Number(one.walletId),
      otherWalletId: one.otherWalletId && Number(one.otherWalletId),
    },
  }));
  const open = openLines(movements, known);
  const statements: DemoStatement[] = [];
  // One after the other: a client of the database answers one question at a time.
  for (const { id, bank } of rows) {
    const walletId = Number(id);
    const paid = movements.filter((one) => one.kind === 'PAID' && one.walletId === walletId);
    const lineOf = (one: Movement, date: IsoDate, installments: number[]): Omit<TruthfulLine, 'fitId'> => ({
      ...{ date, amount: signed(one.type, one.amount), memo: memoOf(bank, one, date) },
      ...{ document: String((one.id * 7919) % 10_000_000), installments, transfer: null },
    });
    const lines = [
      ...paid.map((one) => lineOf(one, postedOn(one, last), [one.id])),
      ...open.filter((one) => one.walletId === walletId).map((one) => lineOf(one, one.date, one.ids)),
      ...transferLines(bank, walletId, movements, known),
      ...strange(bank, from, last),
    ]
      .sort((a, b) => a.date.localeCompare(b.date))
      .map((line, index) => ({
        ...line,
        fitId: `${line.date.replaceAll('-', '')}${String(index + 1).padStart(4, '0')}`,
      }));
    const ledger = { date: last, amount: await balanceOf(ask, walletId, { from, lines }) };
    const content = fileOf({ style: STYLES[bank], lines, ledger });
    statements.push({ bank, walletId, name: STYLES[bank].file, content, lines, ledger });
  }
  return statements;
};

/** Opening of the period, and every line of it. */
const balanceOf = async (
  ask: Ask,
  walletId: number,
  { from, lines }: { from: IsoDate; lines: readonly TruthfulLine[] },
): Promise<Money> => {
  const [row] = await ask<{ opening: Money }>(
    `select w.initial_balance
         + coalesce((select sum(case i.type when 'CREDIT' then i.value else -i.value end) from installments i
                      where i.account_id = w.account_id and i.wallet_id = w.id and not i.forecast and i.payment_date < $2), 0)
         - coalesce((select sum(x.amount) from transfers x where x.account_id = w.account_id and x.source_wallet_id = w.id and x.date < $2), 0)
         + coalesce((select sum(x.amount) from transfers x where x.account_id = w.account_id and x.target_wallet_id = w.id and x.date < $2), 0)
         as opening from wallets w where w.id = $1`,
    [walletId, from],
  );
  const moved = sum(lines.map(({ amount }) => amount));
  return add(row?.opening ?? ZERO, moved);
};
