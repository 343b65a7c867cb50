import { ofx } from '#tests/financial/bankStatements/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import type { Closing } from './kit.ts';
import { document, paidIn, payment, put, ROUND, type Way } from './ways.ts';

/** A document of the month with a tax that is owed by its issue; its guia. */
const withheld = async (kit: Closing, month: string) => {
  const made = await document(kit, month, {
    transactionRecordBuildings: [],
    transactionRecordList: [{ forecast: true, dueDate: '2026-11-30', grossValue: '475.00' }],
    retentions: [{ tax: 'ISS', base: '500.00', rate: '5' }],
  });
  const guia = await kit.transaction('debit', made.retentions[0].payable.id);
  return { made, guia, parcel: guia.transactionRecordList[0].id as number };
};

let lines = 0;
/** A wallet whose statement has one line of the month; its id in the desk. */
const lineOf = async (kit: Closing, month: string, amount = '-500,00') => {
  lines += 1;
  const { walletId, number, file } = await kit.bank([[`${month}-15`, amount, `PIX ENVIADO ${lines}`, `f${lines}`]]);
  const { content } = await kit.desk(walletId);
  return { walletId, number, file, line: content[0].id as number, memo: `PIX ENVIADO ${lines}`, fitId: `f${lines}` };
};

/** A line of the month, and the payment that it is of. */
const paidLine = async (kit: Closing, month: string) => {
  const found = await lineOf(kit, month);
  const { transactionRecordList } = await paidIn(kit, month, found.walletId);
  const entries = [{ installmentId: transactionRecordList[0].id as number }];
  return { ...found, item: { lines: [found.line], entries } };
};

/** Further ways that a closed month refuses: what hangs on documents, and what undoes their payments from afar. */
export const FURTHER_WAYS: readonly Way[] = [
  {
    name: 'a change of the rateio',
    field: null,
    prepare: async (kit, month) => {
      const made = await document(kit, month);
      const building = await kit.services.seed.building(kit.office);
      return () =>
        put(kit, made, {
          emissionDate: `${month}-05`,
          transactionRecordBuildings: [{ building: { id: building }, value: ROUND }],
        });
    },
  },
  {
    name: 'the rateio of a document that was paid in the month',
    field: 'transactionRecordBuildings',
    prepare: async (kit, month) => {
      const made = await paidIn(kit, month);
      const building = await kit.services.seed.building(kit.office);
      return () =>
        put(kit, made, {
          emissionDate: '2026-11-02',
          transactionRecordBuildings: [{ building: { id: building }, value: ROUND }],
        });
    },
  },
  {
    name: 'the due date of an open installment',
    field: null,
    prepare: async (kit, month) => {
      const made = await document(kit, month);
      const [{ id }] = made.transactionRecordList;
      const transactionRecordList = [{ id, forecast: true, dueDate: '2026-12-15', grossValue: ROUND }];
      return () => put(kit, made, { emissionDate: `${month}-05`, transactionRecordList });
    },
  },
  {
    name: 'another number of installments',
    field: null,
    prepare: async (kit, month) => {
      const made = await document(kit, month);
      const part = { forecast: true, dueDate: '2026-12-15', grossValue: '250.00' };
      return () => put(kit, made, { emissionDate: `${month}-05`, transactionRecordList: [part, part] });
    },
  },
  {
    name: 'a copy of a document with its dates',
    field: ['competenceDate', 'emissionDate'],
    prepare: async (kit, month) => {
      const { emissionDate, competenceDate } = await document(kit, month);
      const body = {
        emissionDate,
        competenceDate,
        dueDate: '2026-12-15',
        grossValue: ROUND,
      };
      return () => kit.api.post(`${kit.company}/debit`, { token: kit.token, body });
    },
  },
  {
    name: 'a change of what is withheld',
    field: null,
    prepare: async (kit, month) => {
      const { made } = await withheld(kit, month);
      return () =>
        put(kit, made, {
          emissionDate: `${month}-05`,
          grossValue: '490.50',
          transactionRecordList: [{ forecast: true, dueDate: '2026-11-30', grossValue: '490.50' }],
          retentions: [{ tax: 'ISS', base: '475.00', rate: '2' }],
        });
    },
  },
  {
    name: 'deleting a document with its guias',
    field: null,
    prepare: async (kit, month) => {
      const { made } = await withheld(kit, month);
      const query = { version: String(made.version) };
      return () => kit.api.delete(`${kit.company}/debit/${made.id}`, { token: kit.token, query });
    },
  },
  {
    name: 'a guia that is paid in the month',
    field: 'paymentDate',
    prepare: async (kit, month) => {
      const { guia, parcel } = await withheld(kit, '2026-11');
      return () => kit.pay('debit', guia.id, parcel, payment(kit, month));
    },
  },
  {
    name: 'the line of categories that the month has, of several at once',
    field: 'items.0.statementLine',
    prepare: async (kit, month) => {
      const id = await kit.category(`Categoria de ${month} ${(lines += 1)}`);
      await document(kit, month, { category: { id } });
      const items = [{ id, statementLine: 'ADMINISTRATIVE_EXPENSES' }];
      const path = `/api/v1/financial/account/${kit.office.accountId}/category/statement-lines`;
      return () => kit.api.put(path, { token: kit.token, body: { items } });
    },
  },
  {
    name: 'the bank’s other amount for a line that paid',
    field: null,
    prepare: async (kit, month) => {
      const { walletId, number, line, memo, fitId } = await lineOf(kit, month);
      await kit.accepted({ lines: [line], document: { category: null } });
      const changed = ofx({ number, lines: [[`${month}-15`, '-501,00', memo, fitId]] });
      const { id } = done(await kit.upload(changed, `outra-vez-${walletId}.ofx`));
      done(await kit.route(id, 1, walletId));
      return () => kit.bring(id, { conflicts: [{ position: 1, decision: 'REPLACE' }] });
    },
  },
];

/** What is done to closed months all the same, and why it may be. */
export interface Allowed extends Omit<Way, 'field'> {
  why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    name: 'a link of a payment with its line',
    why: 'the payment stays as it is; that the bank has it, too, is what the checklist asks for',
    bulk: true,
    prepare: async (kit, month) => {
      const { item } = await paidLine(kit, month);
      return () => kit.accept([item]);
    },
  },
  {
    name: 'undoing such a link',
    why: 'the payment was there before it, and stays',
    bulk: true,
    prepare: async (kit, month) => {
      const { item } = await paidLine(kit, month);
      const { id } = await kit.accepted(item);
      return () => kit.undoAll({ ids: [id] });
    },
  },
  {
    name: 'a statement of the month',
    why: 'lines of a bank are evidence, not entries; they come when the bank sends them',
    prepare: async (kit, month) => {
      const walletId = await kit.seed.insert('wallets', {
        ...{ account_id: kit.office.accountId, company_id: kit.office.companyId, identifier: `Tarde ${(lines += 1)}` },
        ...{ initial_balance: '0', balance_date: '2026-01-01' },
      });
      const content = ofx({ number: `990${lines}-1`, lines: [[`${month}-20`, '-1,23', 'TARIFA', `t${lines}`]] });
      const { id } = done(await kit.upload(content, `tarde-${lines}.ofx`));
      done(await kit.route(id, 1, walletId));
      return () => kit.bring(id);
    },
  },
  {
    name: 'taking a statement back',
    why: 'lines that are reconciled stay, so that no payment is undone by it',
    prepare: async (kit, month) => {
      const { file } = await lineOf(kit, month);
      return () => kit.undo(file);
    },
  },
  {
    name: 'a line that is ignored',
    why: 'a decision about a line of the bank, which no figure counts',
    prepare: async (kit, month) => {
      const { line } = await lineOf(kit, month);
      return () => kit.ignore({ lines: [line], reason: 'Estornada pelo banco' });
    },
  },
  {
    name: 'a file more',
    why: 'the accountant wants it; what is there already is not taken away',
    prepare: async (kit, month) => {
      const { id } = await document(kit, month);
      const file = partsOf([{ name: 'file', content: Buffer.from('recibo'), file: 'recibo.txt' }]);
      return () => kit.api.post(`${kit.company}/debit/${id}/attachments`, { token: kit.token, ...file });
    },
  },
  {
    name: 'a payment of its document in an open month',
    why: 'bills of a closed month are paid later; the payment is dated where it happens',
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await document(kit, month);
      return () => kit.pay('debit', id, transactionRecordList[0].id, payment(kit, '2026-11'));
    },
  },
  {
    name: 'undoing such a payment',
    why: 'it is dated in an open month',
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await document(kit, month);
      const path = `${kit.company}/debit/${id}/installment/${transactionRecordList[0].id}/payment`;
      done(await kit.pay('debit', id, transactionRecordList[0].id, payment(kit, '2026-11')));
      return () => kit.api.delete(path, { token: kit.token });
    },
  },
  {
    name: 'a guia that is paid in an open month',
    why: 'taxes of a month are paid in the next one',
    prepare: async (kit, month) => {
      const { guia, parcel } = await withheld(kit, month);
      return () => kit.pay('debit', guia.id, parcel, payment(kit, '2026-11'));
    },
  },
  {
    name: 'a copy of a document with dates of an open month',
    why: 'it is a document of its own',
    prepare: async (kit, month) => {
      const { documentNumber } = await document(kit, month);
      const body = { emissionDate: '2026-11-05', documentNumber, dueDate: '2026-12-15', grossValue: ROUND };
      return () => kit.api.post(`${kit.company}/debit`, { token: kit.token, body });
    },
  },
  {
    name: 'the day up to which a wallet is reconciled',
    why: 'it protects more, or, by an administrator with a reason, lines and links alone',
    prepare: async (kit, month) => {
      const { walletId, line } = await lineOf(kit, month);
      done(await kit.ignore({ lines: [line] }));
      return () => kit.close(walletId, { through: `${month}-15`, before: null });
    },
  },
];
