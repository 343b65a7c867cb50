import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeLines, changeTitle } from '#domain/financial/changes/words.ts';
import { plain, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
/** R$ 900,00 over Casa and Clínica in three installments, changed, paid and reversed. */
let shared: Doc;

const create = async (shares: [building: number, value: string][], values: object = {}): Promise<Doc> => {
  const body = {
    ...{ documentNumber: '77', grossValue: '900.00', emissionDate: '2026-11-20', dueDate: '2026-12-10' },
    transactionRecordBuildings: shares.map(([id, grossValue]) => ({ building: { id }, grossValue })),
    ...values,
  };
  const reply = await ledger.post('debit', body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const change = async (stored: Doc, edit: (body: Doc) => void): Promise<Doc> => {
  const body = structuredClone(stored);
  edit(body);
  const reply = await ledger.put('debit', body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const history = async (id: number, token = ledger.financeiro, query: Record<string, string> = {}): Promise<Doc> =>
  (await ledger.services.api.get(ledger.path('debit', `/${id}/history`), { token, query })).body.data;
/** Each change with its sentences, the latest first. */
const told = async (id: number, token = ledger.financeiro): Promise<string[][]> =>
  (await history(id, token)).content.map((one: Doc) =>
    [changeTitle(one.action, 'DEBIT'), ...changeLines(one, 'DEBIT')].map(plain),
  );

beforeAll(async () => {
  ledger = await startLedger();
  const { casa, clinica, concreteira, concreto } = ledger;
  const made = await create(
    [
      [casa, '600.00'],
      [clinica, '300.00'],
    ],
    { installmentCount: 3, partner: { id: concreteira } },
  );
  const moved = await change(made, (body) => {
    body.category = { id: concreto };
    body.transactionRecordList[1].dueDate = '2026-12-15';
  });
  const paid = (await ledger.pay(moved, 1, { increase: '3.00' })).body.data.transaction;
  shared = (await ledger.undo(paid, 1)).body.data.transaction;
});
afterAll(() => ledger.services.stop());

describe('The history of a document', () => {
  test('tells every change in words, with before and after, the latest first', async () => {
    expect(await told(shared.id)).toEqual([
      [
        'desfez um pagamento',
        'Parcela 1: desfeito o pagamento de R$ 303,00 em 20/11/2026 pela carteira Itaú (Pix), com acréscimo de R$ 3,00',
      ],
      [
        'registrou um pagamento',
        'Parcela 1: pagamento de R$ 303,00 em 20/11/2026 pela carteira Itaú (Pix), com acréscimo de R$ 3,00',
      ],
      ['alterou a despesa', 'Categoria de vazio para Concreto', 'Parcela 2: vencimento de 10/01/2027 para 15/12/2026'],
      [
        'criou a despesa',
        ...['Número: 77', 'Fornecedor: Concreteira Paulista', 'Emissão: 20/11/2026', 'Competência: 20/11/2026'],
        'Valor bruto: R$ 900,00',
        ...['Parcela 1: valor bruto R$ 300,00, vencimento 10/12/2026'],
        ...['Parcela 2: valor bruto R$ 300,00, vencimento 10/01/2027'],
        ...['Parcela 3: valor bruto R$ 300,00, vencimento 10/02/2027'],
        ...['Rateio em Casa Ipê: valor R$ 600,00', 'Rateio em Clínica: valor R$ 300,00'],
      ],
    ]);
    const { content, totalElements } = await history(shared.id, ledger.financeiro, { page: '1', size: '3' });
    expect([totalElements, content.length, content[0].action, content[0].user.name]).toEqual([
      ...[4, 1, 'CREATED', 'Bruno Reis'],
    ]);
  });

  test('answers fields with their values to programs', async () => {
    const [, , changed] = (await history(shared.id)).content;
    expect(changed).toMatchObject({
      ...{ action: 'CHANGED', program: null, moreParts: 0, hidden: false, user: { name: 'Bruno Reis' } },
      parts: [
        { part: 'DOCUMENT', change: 'CHANGED', fields: [{ field: 'category', before: null, after: 'Concreto' }] },
        {
          ...{ part: 'INSTALLMENT', change: 'CHANGED', number: 2 },
          fields: [{ field: 'dueDate', before: '2027-01-10', after: '2026-12-15' }],
        },
      ],
    });
  });

  test('tells who sees only some buildings nothing of the shares of others', async () => {
    const entries = await history(shared.id, ledger.engenheiro);
    expect(JSON.stringify(entries)).not.toContain('Clínica');
    expect(entries.content.map((one: Doc) => [one.action, one.hidden])).toEqual([
      ['PAYMENT_UNDONE', false],
      ['PAID', false],
      ['CHANGED', false],
      ['CREATED', true],
    ]);
    expect((await told(shared.id, ledger.engenheiro)).at(-1)).toEqual(
      expect.arrayContaining([
        'Rateio em Casa Ipê: valor R$ 600,00',
        'Há mais mudanças, de obras que você não pode ver.',
      ]),
    );
  });

  test('tells of the time in which a document was of other buildings only that there were changes', async () => {
    const elsewhere = await create([[ledger.clinica, '900.00']], { documentNumber: 'Canário 5' });
    const paid = (await ledger.pay(elsewhere, 1)).body.data.transaction;
    const open = (await ledger.undo(paid, 1)).body.data.transaction;
    const moved = await change(open, (body) => {
      body.grossValue = '950.00';
      body.value = '950.00';
      body.transactionRecordList = undefined;
      body.installmentCount = 1;
      body.dueDate = '2026-12-10';
      body.transactionRecordBuildings = [{ building: { id: ledger.casa }, grossValue: '950.00' }];
    });
    await ledger.pay(moved, 1);
    const entries = (await history(moved.id, ledger.engenheiro)).content;
    expect(entries.map((one: Doc) => [one.action, one.hidden, one.parts.length])).toEqual([
      ['PAID', false, 1],
      ['CHANGED', true, 0],
      ['PAYMENT_UNDONE', true, 0],
      ['PAID', true, 0],
      ['CREATED', true, 0],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/900\.00|Clínica/);
    expect((await told(moved.id, ledger.engenheiro))[1]).toEqual([
      'alterou a despesa',
      'O que mudou é de obras que você não pode ver.',
    ]);
    // Who sees all of them is told all of it.
    expect((await told(moved.id))[1]).toEqual(
      expect.arrayContaining([
        'Valor bruto de R$ 900,00 para R$ 950,00',
        'Rateio em Clínica excluído: valor R$ 900,00',
        'Rateio em Casa Ipê incluído: valor R$ 950,00',
      ]),
    );
  });

  test('names what is deleted by the name that it had', async () => {
    const { seed, api } = ledger.services;
    const path = `/api/v1/financial/account/${ledger.accountId}/category`;
    const category = { type: 'DEBIT', name: 'Guindaste' };
    const { id } = (await api.post(path, { token: ledger.admin, body: category })).body.data;
    const made = await create([], { category: { id } });
    const other = await change(made, (body) => void (body.category = null));
    expect((await api.delete(`${path}/${id}`, { token: ledger.admin })).status).toBe(200);
    expect((await told(other.id))[0]).toEqual(['alterou a despesa', 'Categoria de Guindaste para vazio']);
    expect(await seed.sql('select id from categories where id = $1', [id])).toEqual([]);
  });

  test('has the files of the document', async () => {
    const made = await create([[ledger.casa, '900.00']]);
    const boundary = 'xx';
    const payload = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="nota.pdf"',
      'Content-Type: application/pdf',
      '',
      '%PDF-1.4\n%%EOF\n',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    const path = ledger.path('debit', `/${made.id}/attachments`);
    const attached = await ledger.services.api.post(path, {
      ...{ token: ledger.financeiro, body: payload },
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect(attached.status).toBe(200);
    await ledger.services.api.delete(`${path}/${attached.body.data.id}`, { token: ledger.financeiro });
    expect((await told(made.id)).slice(0, 2)).toEqual([
      ['excluiu um anexo', 'Arquivo: nota.pdf'],
      ['anexou um arquivo', 'Arquivo: nota.pdf'],
    ]);
  });

  test('tells the first of many parts, and how many more there are', async () => {
    const made = await create([], { grossValue: '3600.00', installmentCount: 36 });
    const [entry] = (await history(made.id)).content;
    // The document and 19 of its 36 installments.
    expect([entry.parts.length, entry.moreParts]).toEqual([20, 17]);
    expect((await told(made.id))[0]?.at(-1)).toBe('E mais 17 mudanças.');
  });

  test('is read by as many statements for five changes as for fifty', async () => {
    const statements = async (size: string) => {
      const reply = await ledger.services.api.get(ledger.path('debit', `/${shared.id}/history`), {
        ...{ token: ledger.engenheiro, query: { size } },
      });
      return Number(reply.headers['x-sql-queries']);
    };
    const few = await statements('1');
    const made = await ledger.services.seed.sql(
      `insert into audit_log (account_id, at, user_id, route, action, entity, entity_id, details)
       select a.account_id, a.at, a.user_id, a.route, a.action, a.entity, a.entity_id, a.details
         from audit_log a, generate_series(1, 50) where a.entity = 'transaction' and a.entity_id = $1 and a.action = 'update'`,
      [shared.id],
    );
    expect(made).toBeDefined();
    expect(await statements('50')).toBe(few);
  });

  test('is of nobody who may not see the document', async () => {
    const hidden = await create([[ledger.clinica, '900.00']]);
    const reply = await ledger.services.api.get(ledger.path('debit', `/${hidden.id}/history`), {
      token: ledger.engenheiro,
    });
    expect([reply.status, reply.body.message]).toEqual([404, 'Despesa não encontrada.']);
    const other = await ledger.services.api.get(ledger.path('credit', `/${hidden.id}/history`), {
      token: ledger.financeiro,
    });
    expect(other.status).toBe(404);
  });
});
