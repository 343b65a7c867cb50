import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TEST_PASSWORD } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type Reply, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from './officeKit.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const cnpjKey = { kind: 'CNPJ', key: '12ABC34501DE35', preferred: true };
const emailKey = { kind: 'EMAIL', key: 'caixa@rocha.com.br', preferred: true };
const ITAU = { bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING', holderTaxId: null };

let services: TestServices;
let office: Office;
/** The token of a login without reauthentication. */
let token: string;
let serial = 0;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  office = await openOffice(services.seed);
  const { login, password } = await services.seed.user(office.accountId, {
    grants: [{ companyId: office.companyId, permissions: ['DEBIT'] }],
  });
  const body = new URLSearchParams({ grant_type: 'password', username: login, password }).toString();
  token = (await services.api.post('/oauth/token', { headers: CLIENT, body })).body.access_token;
});
afterAll(() => services.stop());

const partners = () => `/api/v1/financial/account/${office.accountId}/partner`;
const create = (body: object, as = token) =>
  services.api.post(partners(), { token: as, body: { type: 'SUPPLIER', name: `Rocha ${(serial += 1)}`, ...body } });
const put = (row: object, values: object, as = token) =>
  services.api.put(partners(), { token: as, body: { ...row, ...values } });
/** A supplier with a key and an account, made by somebody else who was just asked. */
const paid = async (): Promise<Reply['body']> =>
  (await create({ pixKeys: [cnpjKey], bankAccounts: [ITAU] }, office.admin)).body.data;
const storedOf = async (id: number) =>
  (await services.seed.sql('select pix_keys, bank_accounts, version from partners where id = $1', [id]))[0];
const prove = () =>
  services.api.post('/api/v1/security/reauthentication', { token, body: { password: TEST_PASSWORD } });

const refusal = ({ status, body }: Reply) => [status, body.error, body.message];
const ASKED = [403, 'REAUTHENTICATION_REQUIRED', 'Confirme a sua senha para continuar.'];

describe('A change of what a supplier is paid by asks again who one is', () => {
  test.each([
    ['another key', { pixKeys: [emailKey] }],
    ['no key any more', { pixKeys: [] }],
    ['a key more', { pixKeys: [cnpjKey, { ...emailKey, preferred: false }] }],
    ['another account', { bankAccounts: [{ ...ITAU, account: '99999-1' }] }],
    ['another holder of the account', { bankAccounts: [{ ...ITAU, holderTaxId: '52998224725' }] }],
  ])('of an existing one: %s', async (_, change) => {
    const supplier = await paid();
    expect(refusal(await put(supplier, change))).toEqual(ASKED);
    expect(await storedOf(supplier.id)).toEqual({ pix_keys: [cnpjKey], bank_accounts: [ITAU], version: 1 });
    expect((await prove()).status).toBe(200);
    expect((await put(supplier, change)).body.data).toMatchObject({ version: 2 });
    services.clock.advance(15 * 60_000);
    expect(refusal(await put({ ...supplier, version: 2 }, { pixKeys: [], bankAccounts: [] }))).toEqual(ASKED);
  });

  test('of a new one with a key, of which nothing is stored or told before', async () => {
    const name = `Rocha ${(serial += 1)}`;
    expect(refusal(await create({ name, pixKeys: [emailKey] }))).toEqual(ASKED);
    expect(await services.seed.sql('select from partners where name = $1', [name])).toEqual([]);
    expect(await services.seed.sql('select from assistant_messages where account_id = $1', [office.accountId])).toEqual(
      [],
    );
    await prove();
    expect((await create({ name, pixKeys: [emailKey] })).status).toBe(200);
  });

  test('but not a supplier without any, nor a save that leaves them as they are', async () => {
    const made = await create({});
    expect(made.status).toBe(200);
    expect((await put(made.body.data, { city: 'Campinas', pixKeys: [], bankAccounts: [] })).status).toBe(200);
    const supplier = await paid();
    const { id, version } = supplier;
    expect((await put(supplier, { city: 'Campinas' })).status).toBe(200);
    const identity = { id, type: 'SUPPLIER', name: supplier.name };
    expect((await put({ ...identity, version: version + 1 }, { active: false })).status).toBe(200);
    const typedAgain = { pixKeys: [{ key: '12.abc.345/01de-35' }], bankAccounts: [ITAU] };
    expect((await put({ ...identity, version: version + 2 }, typedAgain)).status).toBe(200);
    expect(await storedOf(id)).toMatchObject({ pix_keys: [cnpjKey], bank_accounts: [ITAU] });
  });

  test('after what is wrong with it was told', async () => {
    const { status, body } = await create({ pixKeys: [{ key: '123' }] });
    expect([status, body.fields]).toMatchObject([400, [{ path: 'pixKeys.0.key' }]]);
  });
});

describe('A program, which has no password to give again', () => {
  const TO_A_PERSON =
    'Um programa não muda chaves Pix nem contas bancárias. Peça a uma pessoa que faça a mudança no cadastro do fornecedor.';
  const program = async (): Promise<string> => {
    const body = { name: 'ERP', areas: ['FINANCIAL'], access: 'READ_WRITE', expiresOn: '2027-02-18' };
    return (await services.api.post('/api/v1/security/api-tokens', { token: office.admin, body })).body.data.token;
  };

  test('may not say where money goes, and is told so at each place', async () => {
    const [erp, supplier] = [await program(), await paid()];
    const changed = await put(supplier, { pixKeys: [emailKey], bankAccounts: [] }, erp);
    expect([changed.status, changed.body.fields]).toEqual([
      422,
      [
        { path: 'pixKeys', message: TO_A_PERSON },
        { path: 'bankAccounts', message: TO_A_PERSON },
      ],
    ]);
    const made = await create({ bankAccounts: [ITAU] }, erp);
    expect([made.status, made.body.fields]).toEqual([422, [{ path: 'bankAccounts', message: TO_A_PERSON }]]);
    expect(await storedOf(supplier.id)).toEqual({ pix_keys: [cnpjKey], bank_accounts: [ITAU], version: 1 });
  });

  test('writes everything else of suppliers, with those of them that it leaves alike', async () => {
    const [erp, supplier] = [await program(), await paid()];
    expect((await create({ city: 'Campinas' }, erp)).status).toBe(200);
    expect((await put(supplier, { city: 'Campinas' }, erp)).status).toBe(200);
    expect(await storedOf(supplier.id)).toEqual({ pix_keys: [cnpjKey], bank_accounts: [ITAU], version: 2 });
  });
});
