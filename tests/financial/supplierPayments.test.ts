import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from './officeKit.ts';

/** Noon of 20/11/2026 in São Paulo. */
const NOW = '2026-11-20T15:00:00.000Z';

let services: TestServices;
let office: Office;
let buyer: string;
let buyerId: number;
/** Somebody who pays, and somebody who only builds. */
let payer: number;
let builder: string;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed);
  const user = (name: string, permissions: ('DEBIT' | 'PURCHASE' | 'ENGINEERING')[], active = true) =>
    seed.user(office.accountId, { name, active, grants: [{ companyId: office.companyId, permissions }] });
  const bought = await user('Bruna Compras', ['PURCHASE', 'DEBIT']);
  [buyer, buyerId] = [await seed.tokenOf(bought), bought.id];
  payer = (await user('Paulo Contas', ['DEBIT'])).id;
  builder = await seed.tokenOf(await user('Élio Obras', ['ENGINEERING']));
  await user('Quem saiu', ['DEBIT'], false);
  await seed.user(office.accountId, { name: 'Quem nada pode' });
});
afterAll(() => services.stop());
beforeEach(() => services.seed.sql('delete from assistant_messages'));

const CNPJ = '12ABC34501DE35';
const ITAU = { bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING', holderTaxId: null };
const cnpjKey = { kind: 'CNPJ', key: CNPJ, preferred: true };
const emailKey = { kind: 'EMAIL', key: 'caixa@rocha.com.br', preferred: false };

const partners = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/partner`;
let serial = 0;
const create = (body: object, token = buyer) =>
  services.api.post(partners(), { token, body: { type: 'SUPPLIER', name: `Rocha ${(serial += 1)}`, ...body } });
const made = async (body: object): Promise<Reply['body']> => {
  const reply = await create(body);
  expect(reply.status).toBe(200);
  return reply.body.data;
};
const put = (row: object, values: object, token = buyer) =>
  services.api.put(partners(), { token, body: { ...row, ...values } });
const changesOf = (id: number, query: Record<string, string> = {}, token = buyer) =>
  services.api.get(`${partners()}/${id}/payment-changes`, { token, query });
const refusalsOf = async (reply: Promise<Reply>) => {
  const { status, body } = await reply;
  return [status, body.fields];
};
const messages = () =>
  services.seed.sql<{ user_id: string; event: string; kind: string; title: string; text: string; link: string }>(
    'select user_id, event, kind, title, message_text(m) as text, link from assistant_messages m order by user_id, id',
  );

describe('What a supplier is paid by', () => {
  test('is stored in its normal form, answered as it is stored, and left alone by a body without it', async () => {
    const supplier = await made({
      pixKeys: [{ key: '12.abc.345/01de-35' }, { kind: 'EMAIL', key: ' Caixa@Rocha.com.br ' }],
      bankAccounts: [{ bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING' }],
    });
    expect(supplier).toMatchObject({ pixKeys: [cnpjKey, emailKey], bankAccounts: [ITAU] });
    const [stored] = await services.seed.sql('select pix_keys, bank_accounts from partners where id = $1', [
      supplier.id,
    ]);
    expect(stored).toEqual({ pix_keys: [cnpjKey, emailKey], bank_accounts: [ITAU] });
    const renamed = await put({ id: supplier.id, version: 1, type: 'SUPPLIER' }, { name: `Rocha ${supplier.id}` });
    expect(renamed.body.data).toMatchObject({ pixKeys: [cnpjKey, emailKey], bankAccounts: [ITAU], version: 2 });
    expect((await services.api.get(`${partners()}/${supplier.id}`, { token: buyer })).body.data).toEqual(
      renamed.body.data,
    );
    const emptied = await put(renamed.body.data, { pixKeys: [], bankAccounts: [] });
    expect(emptied.body.data).toMatchObject({ pixKeys: [], bankAccounts: [] });
  });

  test('is refused at its place, in Portuguese', async () => {
    const body = {
      pixKeys: [{ key: '52998224725' }, { key: '529.982.247-25' }, { kind: 'CNPJ', key: '11222333000182' }],
      bankAccounts: [{ ...ITAU, bank: 'Itaú', account: '12345' }],
    };
    expect(await refusalsOf(create(body))).toEqual([
      400,
      [
        { path: 'pixKeys.1.key', message: 'Esta chave está repetida.' },
        { path: 'pixKeys.2.key', message: 'Informe um CNPJ válido.' },
        { path: 'bankAccounts.0.bank', message: 'Informe o código do banco, com 3 dígitos, ou o ISPB, com 8.' },
        { path: 'bankAccounts.0.account', message: 'Informe a conta com o dígito, como 12345-6.' },
      ],
    ]);
    const eleven = Array.from({ length: 11 }, (_, index) => ({ key: `a${index}@b.com.br` }));
    expect(await refusalsOf(create({ pixKeys: eleven }))).toEqual([
      400,
      [{ path: 'pixKeys', message: expect.stringMatching(/\b10\b/) }],
    ]);
    expect((await made({ pixKeys: eleven.slice(1) })).pixKeys).toHaveLength(10);
    const message = 'Só fornecedores têm chaves Pix e contas bancárias.';
    expect(await refusalsOf(create({ type: 'CUSTOMER', pixKeys: [{ key: 'a@b.com.br' }] }))).toEqual([
      422,
      [{ path: 'pixKeys', message }],
    ]);
    expect((await create({ type: 'CUSTOMER', pixKeys: [], bankAccounts: [] })).status).toBe(200);
  });

  test('cannot be stored otherwise than so, whoever writes it', async () => {
    const { id } = await made({});
    const store = (keys: object[], column = 'pix_keys') =>
      services.seed.sql(`update partners set ${column} = $1 where id = $2`, [JSON.stringify(keys), id]);
    await expect(store([emailKey])).rejects.toThrow('partners_pix_keys');
    await expect(store([cnpjKey, { ...emailKey, preferred: true }])).rejects.toThrow('partners_pix_keys');
    await expect(
      store(
        Array.from({ length: 11 }, () => ITAU),
        'bank_accounts',
      ),
    ).rejects.toThrow('partners_bank_accounts');
    await store([cnpjKey, emailKey]);
  });

  test('is found by a search for a part of a key, with or without its mask, and by nothing else', async () => {
    const name = `Serralheria ${(serial += 1)}`;
    await made({ name, pixKeys: [{ key: '(19) 99876-5432' }, { key: '123e4567-e89b-42d3-a456-426614174000' }] });
    const found = async (search: string, path = '/supplier') => {
      const { body } = await services.api.get(`${partners()}${path}`, { token: buyer, query: { search } });
      return body.data.content.map((row: { name: string }) => row.name);
    };
    for (const search of ['(19) 99876-5432', '19998765432', '99876', '+5519998765432', '123E4567E89B', '426614174000'])
      expect([search, await found(search)]).toEqual([search, [name]]);
    expect(await found('99876-54', '')).toEqual([name]);
    expect([await found('998'), await found('99877'), await found('%')]).toEqual([[], [], []]);
    const { body } = await services.api.get(`/api/v1/financial/company/${office.companyId}/partner-totals`, {
      ...{ token: buyer, query: { type: 'SUPPLIER', search: '19998765432' } },
    });
    expect(body.data.counts.all).toBe(1);
  });
});

describe('A change of what a supplier is paid by', () => {
  test('is kept with who, when, before and after, the latest first', async () => {
    const supplier = await made({ pixKeys: [cnpjKey] });
    const changed = await put(supplier, {
      pixKeys: [
        { ...cnpjKey, preferred: false },
        { ...emailKey, preferred: true },
      ],
    });
    expect(changed.status).toBe(200);
    await put(changed.body.data, { pixKeys: [{ ...emailKey, preferred: true }], bankAccounts: [ITAU] });
    const { body } = await changesOf(supplier.id);
    const by = { id: buyerId, name: 'Bruna Compras' };
    const none = { pixKeyBefore: null, pixKeyAfter: null, bankAccountBefore: null, bankAccountAfter: null };
    const row = (values: object) => ({ id: expect.any(Number), at: NOW, user: by, ...none, ...values });
    expect(body.data).toEqual({
      content: [
        row({ action: 'ADDED', bankAccountAfter: ITAU }),
        row({ action: 'REMOVED', pixKeyBefore: { ...cnpjKey, preferred: false } }),
        row({ action: 'ADDED', pixKeyAfter: { ...emailKey, preferred: true } }),
        row({ action: 'ADDED', pixKeyAfter: cnpjKey }),
      ],
      ...{ number: 0, size: 50, last: true, totalElements: 4 },
    });
    expect((await changesOf(supplier.id, { size: '1', page: '1' })).body.data).toMatchObject({
      content: [{ action: 'REMOVED' }],
      ...{ totalElements: 4, last: false },
    });
    const current = await changesOf(supplier.id, { current: 'true' });
    expect(current.body.data.content).toEqual([body.data.content[0], body.data.content[2]]);
  });

  test('that goes back and forth shows with the key as the last of its changes', async () => {
    const two = [{ ...cnpjKey }, { ...emailKey }];
    const supplier = await made({ pixKeys: two });
    const other = await put(supplier, { pixKeys: two.map((key) => ({ ...key, preferred: !key.preferred })) });
    await put(other.body.data, { pixKeys: two });
    const { content } = (await changesOf(supplier.id, { current: 'true' })).body.data;
    const told = content.map(({ action, pixKeyAfter }: { action: string; pixKeyAfter: { key: string } }) => [
      action,
      pixKeyAfter.key,
    ]);
    expect(told).toEqual([
      ['PREFERRED', CNPJ],
      ['PREFERRED', emailKey.key],
    ]);
  });

  test('is told to every active administrator and to all who may pay, masked, but not to who made it', async () => {
    const second = await services.seed.user(office.accountId, { admin: true });
    const supplier = await made({ name: 'Areal Boa Vista', pixKeys: [cnpjKey] });
    await services.seed.sql('delete from assistant_messages');
    await put(supplier, { pixKeys: [{ ...emailKey, preferred: true }], bankAccounts: [ITAU] });
    const told = await messages();
    expect(told.map(({ user_id }) => Number(user_id))).toEqual(
      [office.adminUser.id, payer, second.id].sort((a, b) => a - b),
    );
    for (const message of told)
      expect(message).toMatchObject({
        ...{ event: 'ACCOUNT', kind: 'WARNING', title: 'Dados de pagamento alterados' },
        link: `/home/forms/supplier?id=${supplier.id}`,
        text:
          'Bruna Compras alterou os dados de pagamento de Areal Boa Vista em 20/11/2026 às 12:00. ' +
          'Chave Pix alterada: de CNPJ ••••DE35 para E-mail ••••m.br. Conta bancária incluída: Itaú ••••45-6. ' +
          'Confirme com o fornecedor antes de pagar.',
      });
    await services.seed.sql('update users set active = false where id = $1', [second.id]);
  });

  test('is told once whatever its number, in as many statements, and nothing is told where nothing changed', async () => {
    const supplier = await made({});
    const cost = async (row: object, values: object) => Number((await put(row, values)).headers['x-sql-queries']);
    const keys = Array.from({ length: 10 }, (_, index) => ({ key: `a${index}@b.com.br` }));
    await services.seed.sql('delete from assistant_messages');
    const one = await cost(supplier, { pixKeys: keys.slice(0, 1) });
    const many = await cost(
      { ...supplier, version: 2 },
      { pixKeys: keys, bankAccounts: [ITAU, { ...ITAU, bank: '033' }] },
    );
    expect(many).toBe(one);
    const told = (await messages()).filter(({ user_id }) => Number(user_id) === payer);
    expect(told).toHaveLength(2);
    expect(told[1]?.text).toContain('E mais 1 alteração. Confirme');
    await services.seed.sql('delete from assistant_messages');
    const same = await put({ ...supplier, version: 3, bankAccounts: undefined }, { pixKeys: keys, city: 'Campinas' });
    expect(same.status).toBe(200);
    expect(await messages()).toEqual([]);
    expect((await changesOf(supplier.id)).body.data.totalElements).toBe(12);
  });

  test('stands in the history, with its values at the supplier alone', async () => {
    const supplier = await made({ pixKeys: [cnpjKey] });
    await put(supplier, { pixKeys: [{ ...emailKey, preferred: true }] });
    const history = () =>
      services.seed.sql<{ entity: string; action: string; details: object }>(
        `select entity, action, details from audit_log where entity_id = $1 and entity in ('partner', 'partnerPayment') order by id`,
        [supplier.id],
      );
    const [, , ...last] = await history();
    expect(last).toEqual([
      {
        ...{ entity: 'partner', action: 'update' },
        details: { pix_keys: [[cnpjKey], [{ ...emailKey, preferred: true }]] },
      },
      {
        ...{ entity: 'partnerPayment', action: 'update' },
        details: { changes: [{ target: 'PIX_KEY', action: 'CHANGED' }] },
      },
    ]);
    expect((await services.api.delete(`${partners()}/${supplier.id}`, { token: buyer })).status).toBe(200);
    const text = JSON.stringify(await history());
    expect(text).not.toContain(CNPJ);
    expect(text).not.toContain(emailKey.key);
    expect(await services.seed.sql('select from partner_payment_changes where partner_id = $1', [supplier.id])).toEqual(
      [],
    );
  });

  test('is neither changed nor deleted by the services', async () => {
    const { seed } = services;
    const [rights] = await seed.sql(
      `select has_table_privilege('prumo_app', 'partner_payment_changes', 'update') as update,
              has_table_privilege('prumo_app', 'partner_payment_changes', 'delete') as delete,
              has_table_privilege('prumo_app', 'partner_payment_changes', 'insert') as insert`,
    );
    expect(rights).toEqual({ update: false, delete: false, insert: true });
  });

  test('is read by whoever reads suppliers, and not by others or from another account', async () => {
    const supplier = await made({ pixKeys: [cnpjKey] });
    const stranger = await openOffice(services.seed);
    const nobody = await services.seed.tokenOf(await services.seed.user(office.accountId));
    expect((await changesOf(supplier.id, {}, builder)).body.data.totalElements).toBe(1);
    expect((await changesOf(supplier.id, {}, nobody)).status).toBe(403);
    expect((await changesOf(supplier.id, {}, stranger.admin)).status).toBe(404);
    const theirs = `${partners(stranger.accountId)}/${supplier.id}/payment-changes`;
    expect((await services.api.get(theirs, { token: stranger.admin })).status).toBe(404);
  });
});
