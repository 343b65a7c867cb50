import { describe, expect, test } from '@jest/globals';
import {
  bankAccountText,
  formatBankAccount,
  readBankAccounts,
  type BankAccount,
} from '#domain/financial/partners/bankAccounts.ts';
import { isRecentChange, paymentChanges, paymentChangeText } from '#domain/financial/partners/paymentChanges.ts';
import {
  formatPixKey,
  pixKeySearch,
  readPixKey,
  readPixKeys,
  type PixKey,
  type PixKeyKind,
} from '#domain/financial/partners/pixKeys.ts';
import { PHONE_AREAS } from '#domain/financial/partners/phoneAreas.ts';

/** Worked out by hand: both a CPF with right check digits and a mobile phone of São Paulo. */
const CPF_AND_PHONE = '11987654374';
const UUID = '123e4567-e89b-42d3-a456-426614174000';

describe('A Pix key', () => {
  test.each<[string, string, PixKeyKind, string]>([
    ['a CPF with its mask', ' 529.982.247-25 ', 'CPF', '52998224725'],
    ['a CPF without mask', '52998224725', 'CPF', '52998224725'],
    ['a CNPJ with letters', '12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
    ['a CNPJ of digits', '11222333000181', 'CNPJ', '11222333000181'],
    ['an e-mail', 'Caixa@Fornecedor.com.BR', 'EMAIL', 'caixa@fornecedor.com.br'],
    ['a phone with its mask', '(11) 98765-4321', 'PHONE', '+5511987654321'],
    ['a phone with the country', '+55 11 98765 4321', 'PHONE', '+5511987654321'],
    ['a phone of digits alone', '5511987654321', 'PHONE', '+5511987654321'],
    ['a random key', UUID.toUpperCase(), 'RANDOM', UUID],
    ['a random key without hyphens', UUID.replaceAll('-', ''), 'RANDOM', UUID],
  ])('is known as %s, and kept in its normal form', (_name, typed, kind, key) => {
    expect(readPixKey({ key: typed })).toEqual({ kind, key });
    expect(readPixKey({ key: typed, kind })).toEqual({ kind, key });
    expect(readPixKey({ key })).toEqual({ kind, key });
  });

  test('that is both a CPF and a phone is refused until its kind is chosen', () => {
    expect(readPixKey({ key: CPF_AND_PHONE })).toEqual({
      problem: 'Este número pode ser um CPF ou um celular: escolha o tipo da chave.',
    });
    expect(readPixKey({ key: CPF_AND_PHONE, kind: 'CPF' })).toEqual({ kind: 'CPF', key: CPF_AND_PHONE });
    expect(readPixKey({ key: CPF_AND_PHONE, kind: 'PHONE' })).toEqual({ kind: 'PHONE', key: `+55${CPF_AND_PHONE}` });
  });

  test.each<[string, PixKeyKind | null, RegExp]>([
    ['529.982.247-26', null, /^Informe um CPF, CNPJ/],
    ['529.982.247-26', 'CPF', /^Informe um CPF válido/],
    ['12.ABC.345/01DE-36', 'CNPJ', /^Informe um CNPJ válido/],
    // A landline, and an area code that is none.
    ['(11) 3333-4444', 'PHONE', /^Informe um celular/],
    ['(20) 98765-4321', null, /^Informe um CPF, CNPJ/],
    ['caixa@', 'EMAIL', /^Informe um e-mail/],
    [`${'a'.repeat(60)}@${'b'.repeat(20)}.com.br`, 'EMAIL', /^Informe um e-mail/],
    ['123e4567-e89b-42d3-a456-42661417400', 'RANDOM', /^Informe a chave aleatória inteira/],
    ['', null, /^Informe um CPF, CNPJ/],
  ])('"%s" as %s is refused', (key, kind, problem) => {
    expect(readPixKey({ key, kind })).toEqual({ problem: expect.stringMatching(problem) });
  });

  test('is repeated however it is typed, and only one may be preferred', () => {
    const { problems } = readPixKeys([
      { key: '529.982.247-25', preferred: true },
      { key: 'a@b.com.br', preferred: true },
      { key: '52998224725' },
      { key: 'nada' },
    ]);
    expect(problems).toEqual([
      { path: '1.preferred', message: 'Só uma chave pode ser a preferida.' },
      { path: '2.key', message: 'Esta chave está repetida.' },
      { path: '3.key', message: expect.stringMatching(/^Informe um CPF, CNPJ/) },
    ]);
  });

  test('is preferred as the first one where none is chosen', () => {
    const preferred = (keys: readonly PixKey[]) => keys.map((key) => key.preferred);
    const first = { key: 'a@b.com.br' };
    expect(preferred(readPixKeys([first, { key: 'c@d.com.br' }]).keys)).toEqual([true, false]);
    expect(preferred(readPixKeys([first, { key: 'c@d.com.br', preferred: true }]).keys)).toEqual([false, true]);
    expect(readPixKeys([]).keys).toEqual([]);
  });

  test('is shown as people read it', () => {
    expect(formatPixKey({ kind: 'CPF', key: '52998224725' })).toBe('529.982.247-25');
    expect(formatPixKey({ kind: 'CNPJ', key: '12ABC34501DE35' })).toBe('12.ABC.345/01DE-35');
    expect(formatPixKey({ kind: 'PHONE', key: '+5511987654321' })).toBe('(11) 98765-4321');
    expect(formatPixKey({ kind: 'RANDOM', key: UUID })).toBe(UUID);
  });

  test('is searched by its letters and digits, and no name is taken for a part of one', () => {
    expect(pixKeySearch('(11) 98765')).toBe('1198765');
    expect(pixKeySearch('12.ABC.345/01')).toBe('12abc34501');
    expect(pixKeySearch('Caixa@')).toBe('caixa@');
    expect([pixKeySearch('Concreteira'), pixKeySearch('12'), pixKeySearch('%_')]).toEqual([null, null, null]);
  });

  test('knows the 67 area codes of the country', () => {
    expect(PHONE_AREAS.size).toBe(67);
    expect(['11', '68', '99'].every((area) => PHONE_AREAS.has(area))).toBe(true);
    expect(['10', '20', '52', '90'].some((area) => PHONE_AREAS.has(area))).toBe(false);
  });
});

const ITAU: BankAccount = {
  ...{ bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING', holderTaxId: null },
};

describe('A bank account', () => {
  test('is kept without what people type between its digits', () => {
    const { accounts, problems } = readBankAccounts([
      { bank: ' 341 ', agency: '12', account: '12.345-x', kind: 'SAVINGS', holderTaxId: '529.982.247-25' },
      { bank: '60701190', agency: '1234-5', account: '1-0', kind: 'CHECKING', holderTaxId: ' ' },
    ]);
    expect(problems).toEqual([]);
    expect(accounts).toEqual([
      { bank: '341', agency: '0012', account: '12345-X', kind: 'SAVINGS', holderTaxId: '52998224725' },
      { bank: '60701190', agency: '1234-5', account: '1-0', kind: 'CHECKING', holderTaxId: null },
    ]);
  });

  test('is refused at each of its fields, and where it is repeated', () => {
    const wrong = { bank: '34', agency: '', account: '12345', kind: 'CHECKING', holderTaxId: '1' } as const;
    const { problems } = readBankAccounts([wrong, ITAU, { ...ITAU, bank: '341 ', holderTaxId: '52998224725' }]);
    expect(problems).toEqual([
      { path: '0.bank', message: 'Informe o código do banco, com 3 dígitos, ou o ISPB, com 8.' },
      { path: '0.agency', message: 'Informe a agência, como 1234 ou 1234-5.' },
      { path: '0.account', message: 'Informe a conta com o dígito, como 12345-6.' },
      { path: '0.holderTaxId', message: 'Informe um CPF ou CNPJ válido.' },
      { path: '2.account', message: 'Esta conta está repetida.' },
    ]);
  });

  test('is written for people and for the form of a bank', () => {
    const account = { ...ITAU, holderTaxId: '52998224725' };
    expect(formatBankAccount(account)).toBe('Itaú, agência 1234, conta corrente 12345-6, de 529.982.247-25');
    expect(bankAccountText(account)).toBe(
      'Banco 341 (Itaú)\nAgência 1234\nConta corrente 12345-6\nCPF/CNPJ 529.982.247-25',
    );
    expect(bankAccountText({ ...ITAU, bank: '60701190' })).toMatch(/^ISPB 60701190\n/);
  });
});

const CNPJ: PixKey = { kind: 'CNPJ', key: '12ABC34501DE35', preferred: true };
const EMAIL: PixKey = { kind: 'EMAIL', key: 'caixa@rocha.com.br', preferred: false };
const PHONE: PixKey = { kind: 'PHONE', key: '+5511987654321', preferred: false };

describe('Changes of what a supplier is paid by', () => {
  const ofKeys = (before: PixKey[], after: PixKey[]) =>
    paymentChanges({ pixKeys: before, bankAccounts: [] }, { pixKeys: after, bankAccounts: [] }).map(
      ({ action, before: was, after: is }) => [action, was, is],
    );
  const preferred = (key: PixKey, is = true): PixKey => ({ ...key, preferred: is });

  test('are what was added, removed, put in the place of another, and preferred', () => {
    expect(ofKeys([CNPJ], [CNPJ, EMAIL])).toEqual([['ADDED', null, EMAIL]]);
    expect(ofKeys([CNPJ, EMAIL], [CNPJ])).toEqual([['REMOVED', EMAIL, null]]);
    expect(ofKeys([CNPJ], [preferred(EMAIL)])).toEqual([['CHANGED', CNPJ, preferred(EMAIL)]]);
    expect(ofKeys([CNPJ, EMAIL], [preferred(CNPJ, false), preferred(EMAIL)])).toEqual([
      ['PREFERRED', EMAIL, preferred(EMAIL)],
    ]);
    expect(ofKeys([CNPJ, EMAIL], [preferred(EMAIL), preferred(PHONE, false)])).toEqual([
      ['PREFERRED', EMAIL, preferred(EMAIL)],
      ['ADDED', null, PHONE],
      ['REMOVED', CNPJ, null],
    ]);
  });

  test('are none where only the order is another', () => {
    expect(ofKeys([CNPJ, EMAIL], [EMAIL, CNPJ])).toEqual([]);
    expect(ofKeys([], [])).toEqual([]);
  });

  test('of a bank account are told by its numbers, and another holder is a change', () => {
    const of = (before: BankAccount[], after: BankAccount[]) =>
      paymentChanges({ pixKeys: [], bankAccounts: before }, { pixKeys: [], bankAccounts: after });
    const other = { ...ITAU, holderTaxId: '52998224725' };
    expect(of([ITAU], [other])).toEqual([{ target: 'BANK_ACCOUNT', action: 'CHANGED', before: ITAU, after: other }]);
    expect(of([ITAU], [{ ...ITAU, agency: '9999' }])).toMatchObject([{ action: 'CHANGED', before: ITAU }]);
    expect(of([ITAU], [ITAU])).toEqual([]);
  });

  test('are told in whole sentences, and in messages with the last four characters alone', () => {
    const [change] = paymentChanges(
      { pixKeys: [CNPJ], bankAccounts: [] },
      { pixKeys: [preferred(EMAIL)], bankAccounts: [] },
    );
    if (!change) throw new Error('no change');
    expect(paymentChangeText(change)).toBe(
      'Chave Pix alterada: de CNPJ 12.ABC.345/01DE-35 para E-mail caixa@rocha.com.br',
    );
    expect(paymentChangeText(change, { masked: true })).toBe(
      'Chave Pix alterada: de CNPJ ••••DE35 para E-mail ••••m.br',
    );
    const added = { target: 'BANK_ACCOUNT', action: 'ADDED', before: null, after: ITAU } as const;
    expect(paymentChangeText(added, { masked: true })).toBe('Conta bancária incluída: Itaú ••••45-6');
  });

  test('are recent for thirty days', () => {
    const at = '2026-10-21T12:00:00.000Z';
    expect(isRecentChange(at, new Date('2026-11-20T11:59:59.000Z'))).toBe(true);
    expect(isRecentChange(at, new Date('2026-11-20T12:00:00.000Z'))).toBe(false);
  });
});
