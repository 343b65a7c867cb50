import { done } from '#tests/purchase/orders/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import type { Reply } from '#tests/support/services.ts';
import type { Closing } from './kit.ts';

/** What a way of writing is done to: rows of a month, made while it was open. */
export interface Way {
  name: string;
  /** Field of the refusal, or fields; null where it names none. */
  field: string | readonly string[] | null;
  /** Makes what the act needs, in a month "2026-10", and returns the act. */
  prepare: (kit: Closing, month: string) => Promise<() => Promise<Reply>>;
  /** Refusals of an item of a bulk command. */
  bulk?: true;
}

export const ROUND = '500.00';

/** A document of the month, open, on a building. */
export const document = async (kit: Closing, month: string, more: object = {}) => {
  const building = await kit.services.seed.building(kit.office);
  return kit.document('debit', {}, [], {
    ...{ emissionDate: `${month}-05`, competenceDate: `${month}-05`, documentNumber: `NF ${month}` },
    transactionRecordBuildings: [{ building: { id: building }, value: ROUND }],
    transactionRecordList: [{ forecast: true, dueDate: `${month}-12`, grossValue: ROUND }],
    ...more,
  });
};

/** A document that is dated in November, whose only installment is paid in the month. */
export const paidIn = async (kit: Closing, month: string, walletId = kit.itau) =>
  kit.document('debit', {}, [], {
    ...{ emissionDate: '2026-11-02', competenceDate: '2026-11-02' },
    transactionRecordList: [
      {
        ...{ forecast: false, dueDate: '2026-11-10', grossValue: ROUND, paymentDate: `${month}-15` },
        ...{ bank: { id: walletId }, paymentMethod: 'PIX' },
      },
    ],
  });

export const put = (kit: Closing, { id, version }: { id: number; version: number }, body: object) =>
  kit.api.put(`${kit.company}/debit`, { token: kit.token, body: { id, version, emissionDate: '2026-10-05', ...body } });

export const payment = (kit: Closing, month: string, more: object = {}) => ({
  ...{ paymentDate: `${month}-18`, bank: { id: kit.itau }, paymentMethod: 'PIX' },
  ...more,
});

const transfers = ({ office }: Closing) => `/api/v1/financial/companies/${office.companyId}/transfers`;
const wallets = (kit: Closing) => `${kit.company}/bank`;

const transferBody = (kit: Closing, month: string) => ({
  ...{ amount: '80.00', date: `${month}-14`, sourceWalletId: kit.itau, targetWalletId: kit.caixa },
});

/** A wallet with an opening balance of the month. */
const opened = (kit: Closing, month: string) =>
  kit.seed.insert('wallets', {
    ...{
      account_id: kit.office.accountId,
      company_id: kit.office.companyId,
      identifier: `Abertura ${month} ${Math.random()}`,
    },
    ...{ initial_balance: '900.00', balance_date: `${month}-03` },
  });

let names = 0;

/** Every way of writing what a closed month protects. */
export const WAYS: readonly Way[] = [
  {
    name: 'a document by its competence',
    field: 'competenceDate',
    prepare: async (kit, month) => () =>
      kit.api.post(`${kit.company}/debit`, {
        token: kit.token,
        body: { emissionDate: '2026-11-05', competenceDate: `${month}-30`, dueDate: '2026-11-30', grossValue: ROUND },
      }),
  },
  {
    name: 'a document by its emission',
    field: 'emissionDate',
    prepare: async (kit, month) => () =>
      kit.api.post(`${kit.company}/credit`, {
        token: kit.token,
        body: { emissionDate: `${month}-30`, competenceDate: '2026-11-05', dueDate: '2026-11-30', grossValue: ROUND },
      }),
  },
  {
    name: 'a document that is paid at once',
    field: 'transactionRecordList.0.paymentDate',
    prepare: async (kit, month) => () =>
      kit.api.post(`${kit.company}/debit`, {
        token: kit.token,
        body: {
          ...{ emissionDate: '2026-11-02', competenceDate: '2026-11-02' },
          transactionRecordList: [
            { forecast: false, dueDate: '2026-11-10', grossValue: ROUND, ...payment(kit, month) },
          ],
        },
      }),
  },
  {
    name: 'a change of the description',
    field: null,
    prepare: async (kit, month) => {
      const made = await document(kit, month);
      return () => put(kit, made, { emissionDate: `${month}-05`, description: 'Outra' });
    },
  },
  {
    name: 'a change of the category',
    field: null,
    prepare: async (kit, month) => {
      const made = await document(kit, month);
      names += 1;
      const category = await kit.category(`Categoria ${names}`);
      return () => put(kit, made, { emissionDate: `${month}-05`, category: { id: category } });
    },
  },
  {
    name: 'moving a document out of the month',
    field: null,
    prepare: async (kit, month) => {
      const made = await document(kit, month);
      return () => put(kit, made, { emissionDate: '2026-11-05', competenceDate: '2026-11-05' });
    },
  },
  {
    name: 'moving a document into the month',
    field: 'competenceDate',
    prepare: async (kit, month) => {
      const made = await document(kit, '2026-11');
      return () => put(kit, made, { emissionDate: '2026-11-05', competenceDate: `${month}-28` });
    },
  },
  {
    name: 'the category of a document that was paid in the month',
    field: 'category',
    prepare: async (kit, month) => {
      const made = await paidIn(kit, month);
      names += 1;
      const category = await kit.category(`Categoria ${names}`);
      return () => put(kit, made, { emissionDate: '2026-11-02', category: { id: category } });
    },
  },
  {
    name: 'deleting a document',
    field: null,
    prepare: async (kit, month) => {
      const { id, version } = await document(kit, month);
      return () =>
        kit.api.delete(`${kit.company}/debit/${id}`, { token: kit.token, query: { version: String(version) } });
    },
  },
  {
    name: 'a payment',
    field: 'paymentDate',
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await document(kit, '2026-11');
      return () => kit.pay('debit', id, transactionRecordList[0].id, payment(kit, month));
    },
  },
  {
    name: 'a part payment',
    field: 'paymentDate',
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await document(kit, '2026-11');
      return () => kit.pay('debit', id, transactionRecordList[0].id, payment(kit, month, { grossValue: '120.00' }));
    },
  },
  {
    name: 'undoing a payment',
    field: null,
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await paidIn(kit, month);
      return () =>
        kit.api.delete(`${kit.company}/debit/${id}/installment/${transactionRecordList[0].id}/payment`, {
          token: kit.token,
        });
    },
  },
  {
    name: 'payments in bulk',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await document(kit, '2026-11');
      const items = [{ transactionId: id, installmentId: transactionRecordList[0].id }];
      return () =>
        kit.api.post(`${kit.company}/debit/installments/payments`, {
          token: kit.token,
          body: { items, ...payment(kit, month) },
        });
    },
  },
  {
    name: 'undoing payments in bulk',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      const { id, transactionRecordList } = await paidIn(kit, month);
      const items = [{ transactionId: id, installmentId: transactionRecordList[0].id }];
      return () =>
        kit.api.post(`${kit.company}/debit/installments/payments/undo`, { token: kit.token, body: { items } });
    },
  },
  {
    name: 'changing obras in bulk',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      const doc = await document(kit, month);
      const item = { transactionId: doc.id, version: doc.version, building: null };
      return () => kit.api.post(`${kit.company}/debit/changes`, { token: kit.token, body: { items: [item] } });
    },
  },
  {
    name: 'changing due dates in bulk',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      const doc = await document(kit, month);
      const item = {
        ...{ transactionId: doc.id, version: doc.version, dueDate: '2027-01-15' },
        installmentId: doc.transactionRecordList[0].id,
      };
      return () =>
        kit.api.post(`${kit.company}/debit/installments/due-dates`, { token: kit.token, body: { items: [item] } });
    },
  },
  {
    name: 'deleting in bulk',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      const doc = await document(kit, month);
      const item = { transactionId: doc.id, version: doc.version };
      return () => kit.api.post(`${kit.company}/debit/removals`, { token: kit.token, body: { items: [item] } });
    },
  },
  {
    name: 'classifying shares',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      const { id, version, transactionRecordBuildings } = await document(kit, month);
      const building = transactionRecordBuildings[0].building.id;
      const { accountId: account_id, companyId: company_id } = kit.office;
      names += 1;
      const estimate = await kit.seed.insert('cost_estimates', {
        ...{ account_id, company_id, building_id: building, code: `ORC-${names}`, description: 'Executivo' },
      });
      const stage = await kit.seed.insert('cost_estimate_groups', {
        ...{ account_id, building_id: building, cost_estimate_id: estimate, code: '1', name: 'Fundações', position: 1 },
      });
      return () =>
        kit.api.post(`${kit.company}/debit/classifications`, {
          token: kit.token,
          body: {
            ...{ building: { id: building }, fromStage: null, toStage: { id: stage } },
            items: [{ transactionId: id, version }],
          },
        });
    },
  },
  {
    name: 'a transfer',
    field: 'date',
    prepare: async (kit, month) => () =>
      kit.api.post(transfers(kit), { token: kit.token, body: transferBody(kit, month) }),
  },
  {
    name: 'deleting a transfer',
    field: 'date',
    prepare: async (kit, month) => {
      const { id } = done(await kit.api.post(transfers(kit), { token: kit.token, body: transferBody(kit, month) }));
      return () => kit.api.delete(`${transfers(kit)}/${id}`, { token: kit.token });
    },
  },
  {
    name: 'an opening balance',
    field: 'initialBalance',
    prepare: async (kit, month) => () => {
      names += 1;
      const body = { identifier: `Nova ${names}`, initialBalance: '10.00', balanceDate: `${month}-01` };
      return kit.api.post(wallets(kit), { token: kit.token, body });
    },
  },
  {
    name: 'another opening balance',
    field: 'initialBalance',
    prepare: async (kit, month) => {
      const id = await opened(kit, month);
      names += 1;
      const body = { id, identifier: `Outra ${names}`, initialBalance: '901.00', balanceDate: `${month}-03` };
      return () => kit.api.put(wallets(kit), { token: kit.token, body });
    },
  },
  {
    name: 'deleting a wallet with an opening balance',
    field: 'initialBalance',
    prepare: async (kit, month) => {
      const id = await opened(kit, month);
      return () => kit.api.delete(`${wallets(kit)}/${id}`, { token: kit.token });
    },
  },
  {
    name: 'the line of a category that the month has',
    field: 'statementLine',
    prepare: async (kit, month) => {
      names += 1;
      const name = `Linha ${names}`;
      const id = await kit.category(name);
      await document(kit, month, { category: { id } });
      return () =>
        kit.api.put(`/api/v1/financial/account/${kit.office.accountId}/category`, {
          token: kit.token,
          body: { id, name, type: 'DEBIT', statementLine: 'ADMINISTRATIVE_EXPENSES' },
        });
    },
  },
  {
    name: 'removing a file',
    field: null,
    prepare: async (kit, month) => {
      const { id } = await document(kit, month);
      const file = partsOf([{ name: 'file', content: Buffer.from('recibo'), file: 'recibo.txt' }]);
      const attached = done(
        await kit.api.post(`${kit.company}/debit/${id}/attachments`, { token: kit.token, ...file }),
      );
      return () => kit.api.delete(`${kit.company}/debit/${id}/attachments/${attached.id}`, { token: kit.token });
    },
  },
  {
    name: 'accepting a line that pays',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      names += 1;
      const { walletId } = await kit.bank([[`${month}-20`, '-77,00', `PIX ENVIADO ${names}`, `w${names}`]]);
      const { content } = await kit.desk(walletId);
      return () => kit.accept([{ lines: [content[0].id], document: { category: null } }]);
    },
  },
  {
    name: 'undoing a reconciliation that paid',
    field: null,
    bulk: true,
    prepare: async (kit, month) => {
      names += 1;
      const { walletId } = await kit.bank([[`${month}-19`, '-78,00', `PIX ENVIADO ${names}`, `w${names}`]]);
      const { content } = await kit.desk(walletId);
      const { id } = await kit.accepted({ lines: [content[0].id], document: { category: null } });
      return () => kit.undoAll({ ids: [id] });
    },
  },
];
