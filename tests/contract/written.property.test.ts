import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import type { Reply } from '#tests/support/services.ts';
import { rules } from '#tests/security/twinTenants/endpoints.ts';
import { ELSEWHERE } from './elsewhere.ts';

/**
 * For every POST and PUT that stores its body, GET returns what was sent. The test generates bodies from §3 and §5 and
 * compares field by field, without the product's code.
 */
let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const RUNS = 25;
const SEED = 20261122;
const hold = <T>(values: fc.Arbitrary<T>, holds: (value: T) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(values, holds), { seed: SEED, numRuns: RUNS });

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Reply['body']> => {
  const reply = await ledger.services.api.call(method, url, {
    token: ledger.admin,
    ...(body === undefined ? {} : { body }),
  });
  expect([reply.status, reply.body.fields]).toEqual([200, undefined]);
  return reply.body.data;
};

/** Texts as people write them: accents, quotes, signs, other scripts, an emoji; with single spaces inside. */
const word = fc
  .array(fc.constantFrom(...'aZé9 ç-/.,;:"\'&<>%_\\()ñ漢ß🏗ª½'), { minLength: 1, maxLength: 30 })
  .map((signs) => signs.join('').replace(/ +/g, ' ').trim())
  .filter((text) => text !== '');
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 3 });
const flag = fc.boolean();
const cents = fc.bigInt({ min: 1n, max: 99_999_999_999n });
const textOf = (value: bigint): string => {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
};
const day = fc
  .integer({ min: 0, max: 9_000 })
  .map((after) => new Date(Date.UTC(2000, 0, 1 + after)).toISOString().slice(0, 10));
const digits = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length }).map((all) => all.join(''));

let made = 0;
/** Returns a unique name, because some registers reject duplicates. */
const unique = (name: string): string => `${name} ${(made += 1)}`;

/** Returns a check digit by the rule of the Receita, computed without the product's code. */
const checkDigit = (text: string, weights: readonly number[]): string => {
  const rest = weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - 48), 0) % 11;
  return rest < 2 ? '0' : String(11 - rest);
};
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const cnpj = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 12, maxLength: 12 })
  .map((signs) => signs.join(''))
  .filter((text) => new Set(text).size > 1)
  .map((text) => {
    const first = text + checkDigit(text, WEIGHTS.slice(1));
    return first + checkDigit(first, WEIGHTS);
  });

interface Case {
  body: fc.Arbitrary<Record<string, unknown>>;
  collection: () => string;
  item: (id: number) => string;
  /** Whether PUT has the row's id in its path (§7 "Brand"). */
  putById?: boolean;
}

const ofAccount = (rest: string) => `/api/v1/financial/account/${ledger.accountId}/${rest}`;
const ofPurchase = (rest: string) => `/api/v1/purchase/account/${ledger.accountId}/${rest}`;
const ofCompany = (rest: string) => `/api/v1/financial/company/${ledger.companyId}/${rest}`;
const register = (base: () => string, body: Case['body']): Case => ({
  body,
  collection: base,
  item: (id) => `${base()}/${id}`,
});

const REGISTERS: Record<string, Case> = {
  building: register(() => ofCompany('building'), fc.record({ name: word.map(unique), active: flag })),
  bank: register(
    () => ofCompany('bank'),
    fc.record({
      identifier: word.map(unique),
      description: orNull(word),
      initialBalance: fc.bigInt({ min: -99_999_999n, max: 99_999_999n }).map(textOf),
      balanceDate: day,
      active: flag,
    }),
  ),
  category: register(
    () => ofAccount('category'),
    fc.record({
      type: fc.constant('DEBIT'),
      name: word.map(unique),
      statementLine: orNull(fc.constant('CONSTRUCTION_COST')),
      active: flag,
    }),
  ),
  partner: register(
    () => ofAccount('partner'),
    fc.record({
      type: fc.constant('SUPPLIER'),
      name: word.map(unique),
      tradeName: orNull(word),
      taxId: orNull(cnpj),
      email: orNull(digits(6).map((number) => `a${number}@exemplo.com.br`)),
      phone: orNull(digits(8).map((number) => `119${number}`)),
      postalCode: orNull(digits(8)),
      street: orNull(word),
      streetNumber: orNull(digits(3)),
      complement: orNull(word),
      district: orNull(word),
      city: orNull(word),
      state: orNull(fc.constantFrom('SP', 'RJ', 'TO')),
      notes: orNull(word),
      pixKeys: digits(8).map((number) => [
        { kind: 'EMAIL', key: `a${number}@exemplo.com.br`, preferred: false },
        { kind: 'PHONE', key: `+55119${number}`, preferred: true },
      ]),
      active: flag,
    }),
  ),
  company: register(
    () => ofAccount('company'),
    fc.record({ name: word.map(unique), taxId: orNull(cnpj), active: flag }),
  ),
  brand: {
    ...register(() => '/api/v1/purchase/brand', fc.record({ name: word.map(unique), active: flag })),
    putById: true,
  },
  unit: {
    ...register(
      () => '/api/v1/purchase/unit',
      fc.record({
        acronyms: digits(3).map((number) => unique(`m³${number}`)),
        description: word.map(unique),
        active: flag,
      }),
    ),
    putById: true,
  },
  'product type': register(() => ofPurchase('product-type'), fc.record({ name: word.map(unique), active: flag })),
  'product group': register(
    () => ofPurchase('product-group'),
    fc.record({ name: word.map(unique), parent: fc.constant(null), position: fc.constant(1), active: flag }),
  ),
  'cost database': register(
    () => ofPurchase('product-table'),
    fc.record({ name: word.map(unique), source: fc.constant('GO'), active: flag }),
  ),
  user: {
    body: fc.record({
      login: fc.constant('').map(() => `${unique('p').replace(' ', '')}@exemplo.com.br`),
      name: word,
      admin: flag,
      active: flag,
      permissions: fc
        .uniqueArray(fc.constantFrom('CREDIT', 'DEBIT', 'ENGINEERING', 'PURCHASE'), { minLength: 1 })
        .map((list) => ({ [ledger.companyId]: { [ledger.casa]: list.sort(), '-1': ['PURCHASE'] } })),
    }),
    collection: () => ofAccount('user'),
    item: (id) => `/api/v1/financial/user/${id}`,
  },
};

describe('GET returns what was sent, for every body that satisfies the rules of §5:', () => {
  test.each(Object.keys(REGISTERS))('%s, by POST and by PUT', async (name) => {
    const { body, collection, item, putById } = REGISTERS[name] as Case;
    // A new login of a user is not stored at once: it waits for its confirmation.
    const fixed = (sent: Record<string, unknown>) => (name === 'user' ? { login: sent['login'] } : {});
    await hold(fc.tuple(body, body), async ([first, second]) => {
      const { id } = await ask('POST', collection(), first);
      expect(await ask('GET', item(id))).toMatchObject(first);
      const changed = { ...second, ...fixed(first) };
      await ask('PUT', putById ? item(id) : collection(), { id, ...changed });
      expect(await ask('GET', item(id))).toMatchObject(changed);
    });
  });

  test('a transfer', async () => {
    const body = fc.record({ amount: cents.map(textOf), date: day, description: orNull(word), back: flag });
    await hold(body, async ({ back, ...sent }) => {
      const [from, to] = back ? [ledger.itau, ledger.caixa] : [ledger.caixa, ledger.itau];
      const whole = { ...sent, sourceWalletId: from, targetWalletId: to };
      const url = `/api/v1/financial/companies/${ledger.companyId}/transfers`;
      const { id } = await ask('POST', url, whole);
      expect((await ask('GET', `${url}?ids=${id}`)).content).toMatchObject([whole]);
    });
  });

  test.each(['debit', 'credit'] as const)('a payment of %s, whole or in part, alone or in bulk', async (kind) => {
    const values = fc.record({
      gross: fc.bigInt({ min: 2n, max: 9_999_999n }),
      part: flag,
      many: flag,
      paymentDate: fc.integer({ min: 1, max: 19 }).map((number) => `2026-11-${String(number).padStart(2, '0')}`),
      paymentMethod: fc.constantFrom('PIX', 'BOLETO', 'CASH'),
      increase: fc.bigInt({ min: 0n, max: 999n }),
      wallet: flag,
    });
    await hold(values, async ({ gross, part, many, increase, wallet, ...sent }) => {
      const transaction = { grossValue: textOf(gross), emissionDate: '2026-11-01', dueDate: '2026-12-01' };
      const { id, transactionRecordList } = await ask('POST', ofCompany(kind), transaction);
      const bank = { id: wallet ? ledger.itau : ledger.caixa };
      const [open] = transactionRecordList;
      if (many) {
        const items = [{ transactionId: id, installmentId: open.id }];
        await ask('POST', ofCompany(`${kind}/installments/payments`), { items, bank, ...sent });
        const [paid] = (await ask('GET', ofCompany(`${kind}/${id}`))).transactionRecordList;
        expect(paid).toMatchObject({ ...sent, bank, forecast: false, grossValue: textOf(gross) });
        return;
      }
      const body = { ...sent, bank, increase: textOf(increase), grossValue: textOf(part ? gross - 1n : gross) };
      await ask('POST', ofCompany(`${kind}/${id}/installment/${open.id}/payment`), body);
      const list = (await ask('GET', ofCompany(`${kind}/${id}`))).transactionRecordList;
      expect(list[0]).toMatchObject({ ...body, forecast: false });
      expect(list.slice(1).map((one: { grossValue: string }) => one.grossValue)).toEqual(part ? ['0.01'] : []);
    });
  });
});

// Spreadsheets, which are many rows of their registers, and their undo.
const IMPORTS = /\/import(\/:importId\/undo)?$/;
const DOCUMENTS = /\/(debit|credit)$/;
const FILES = /\/attachments$/;
const UNDONE = /\/payments\/undo$|\/deleted\/:id\/restore$/;
const PAID = /\/payments?$/;
const HERE =
  /\/(company|user|building|category|partner|bank|transfers|brand(\/:id)?|unit(\/:id)?|product-(type|group|table))$/;

test('Every POST and PUT is tested here, in transactions.property.test.ts, or in the suite of its kind', () => {
  const unheld = Object.keys(rules())
    .filter((key) => /^(POST|PUT) /.test(key))
    .filter((key) => !(key in ELSEWHERE))
    .filter((key) => ![IMPORTS, DOCUMENTS, FILES, UNDONE, PAID, HERE].some((known) => known.test(key)));
  expect(unheld).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((key) => !(key in rules()))).toEqual([]);
});
