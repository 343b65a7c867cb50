import type pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import { sum, type Money } from '#domain/money.ts';
import type { StoredRetention } from '../financial/retentions/columns.ts';
import { expense } from '../financial/transactions/kinds.ts';
import { payInstallment, withoutAnnouncement } from '../financial/transactions/payments.ts';
import { readTransaction } from '../financial/transactions/read.ts';
import { readerOf } from '../financial/transactions/reader.ts';
import { createTransaction } from '../financial/transactions/save.ts';
import { command, deskOf, type Desk } from './desk.ts';
import type { Draft, DraftInstallment, ExpenseDraft } from './drafts.ts';
import type { LedgerDocuments } from './ledger.ts';
import type { Registers } from './registers.ts';

interface TaxDesk extends Desk {
  registers: Registers;
}

const readerOn = ({ session, registers }: TaxDesk, day: IsoDate) =>
  readerOf(session, registers.companyId, expense, day);

/** Pays the installment of a document as its draft says. */
const pay = async (desk: TaxDesk, id: number, { payment }: DraftInstallment): Promise<void> => {
  if (!payment) return;
  const stored = await readTransaction(desk.trx, id);
  await command(desk, `${payment.date}T11:40:00-03:00`, (work) =>
    payInstallment(
      desk.trx,
      work,
      readerOn(desk, payment.date),
      { id, installmentId: stored?.installments[0]?.id ?? 0 },
      {
        ...{ paymentDate: payment.date, bank: { id: desk.registers.wallet(payment.wallet) } },
        ...{ paymentMethod: payment.method, increase: payment.increase, discount: payment.discount },
      },
      withoutAnnouncement,
    ),
  );
};

const firstOf = ({ key, installments: [one] }: Draft): DraftInstallment => {
  if (!one) throw new RangeError(`${key} has no installment`);
  return one;
};

/** The body that a clerk would send: the invoice, and the taxes that it tells. */
const bodyOf = (draft: ExpenseDraft, value: Money, documentNumber: string | null, registers: Registers) => ({
  ...{ documentNumber, description: draft.what, emissionDate: draft.emission, competenceDate: draft.competence },
  ...{ invoiceValue: value, dueDate: firstOf(draft).dueDate, installmentCount: 1 },
  partner: draft.partner === null ? null : { id: registers.supplier(draft.partner) },
  category: { id: registers.expenseCategory(draft.category) },
  expectedBank: { id: registers.wallet(draft.wallet) },
  preferredPaymentMethod: draft.method,
  transactionRecordBuildings: draft.shares.map(({ building, stage }) => ({
    building: { id: registers.building(building) },
    costEstimateGroup: stage === null ? null : { id: registers.stage(building, stage) },
    isCustomerCharged: building === 'clinica',
    invoiceValue: value,
  })),
  retentions: (draft.withheld ?? []).map(({ tax, rate, collector }) => ({
    ...{ tax, rate, base: value, partner: collector === null ? null : { id: registers.supplier(collector) } },
  })),
});

/** The payable of a retention, compared with what the books expect of it. */
const payableOf = (draft: ExpenseDraft, retentions: readonly StoredRetention[]): number => {
  const one = retentions.find(({ tax }) => tax === draft.payableOf?.tax);
  const { gross, dueDate } = firstOf(draft);
  if (one?.value !== gross || one.dueDate !== dueDate) {
    throw new RangeError(`${draft.key} of the demo is ${one?.value} on ${one?.dueDate}, not ${gross} on ${dueDate}`);
  }
  return one.payableId;
};

/** Enters the invoices with retentions and pays them and their payables, by the services' own commands. */
export const insertWithheld = async (
  client: pg.Client,
  drafts: readonly Draft[],
  documents: LedgerDocuments,
  registers: Registers,
): Promise<LedgerDocuments> => {
  const desk: TaxDesk = { ...(await deskOf(client, registers, 'financeiro@demo.prumo')), registers };
  const made = new Map<string, number>();
  const expenses = drafts.filter((draft): draft is ExpenseDraft => draft.type === 'DEBIT');
  for (const draft of expenses.filter(({ withheld }) => withheld)) {
    const { documentNumber } = documents(draft.key);
    const payables = expenses.filter(({ payableOf }) => payableOf?.key === draft.key);
    const value = sum([draft, ...payables].map((one) => firstOf(one).gross));
    const nota = await command(desk, `${draft.emission}T10:30:00-03:00`, (work) =>
      createTransaction(
        desk.trx,
        work,
        readerOn(desk, draft.emission),
        bodyOf(draft, value, documentNumber, registers),
      ),
    );
    await pay(desk, nota.id, firstOf(draft));
    made.set(draft.key, nota.id);
    const stored = await readTransaction(desk.trx, nota.id);
    for (const payable of payables) {
      await pay(desk, payableOf(payable, stored?.retentions ?? []), firstOf(payable));
    }
  }
  return (key) => ({ ...documents(key), id: made.get(key) ?? documents(key).id });
};
