import { describe, expect, test } from '@jest/globals';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { formatTaxId, isCnpj, isCpf, isTaxId, normalizeTaxId, taxIdKind } from '#domain/taxId.ts';
import { hold } from './properties.ts';

describe('CPF', () => {
  test.each(['529.982.247-25', '52998224725', '111.444.777-35', '00000000191', ' 529 982 247 25 '])(
    '%s is valid',
    (id) => {
      expect(isCpf(id)).toBe(true);
    },
  );

  test.each([
    ['12345678909', 'it is the one everybody types'],
    ['123.456.789-09', 'the same with its mask'],
    ['11111111111', 'its digits are all the same'],
    ['00000000000', 'its digits are all the same'],
    ['52998224726', 'the second check digit is wrong'],
    ['52998224735', 'the first check digit is wrong'],
    ['5299822472', 'it is too short'],
    ['529982247250', 'it is too long'],
    ['a52998224725', 'a letter is not a mask'],
    ['', 'it is empty'],
  ])('%s is rejected: %s', (id) => {
    expect(isCpf(id)).toBe(false);
  });
});

describe('CNPJ', () => {
  test.each(['11.222.333/0001-81', '11222333000181', '00.000.000/0001-91', '12.ABC.345/01DE-35', '12abc34501de35'])(
    '%s is valid',
    (id) => {
      expect(isCnpj(id)).toBe(true);
    },
  );

  test.each([
    ['11222333000180', 'the second check digit is wrong'],
    ['11222333000191', 'the first check digit is wrong'],
    ['00000000000000', 'its digits are all the same'],
    ['12.ABC.345/01DE-36', 'the second check digit is wrong'],
    ['12.ABD.345/01DE-35', 'a letter was changed'],
    ['12.ABC.345/01DE-3A', 'check digits are digits'],
    ['12.ÁBC.345/01DE-35', 'an accent is not a letter of a CNPJ'],
    ['1123450135', 'it is what a formatter that strips letters would leave'],
    ['1122233300018', 'it is too short'],
  ])('%s is rejected: %s', (id) => {
    expect(isCnpj(id)).toBe(false);
  });
});

test('A tax id is a CPF or CNPJ, stored without mask in upper case', () => {
  expect([isTaxId('529.982.247-25'), isTaxId('12.abc.345/01de-35'), isTaxId('12'), isTaxId(null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(normalizeTaxId('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  expect([taxIdKind('52998224725'), taxIdKind('12ABC34501DE35'), taxIdKind('x'), taxIdKind(null)]).toEqual([
    'CPF',
    'CNPJ',
    null,
    null,
  ]);
});

test('Formatting a tax id keeps its letters', () => {
  expect(formatTaxId('52998224725')).toBe('529.982.247-25');
  expect(formatTaxId('11222333000181')).toBe('11.222.333/0001-81');
  expect(formatTaxId('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect([formatTaxId('isento'), formatTaxId(null)]).toEqual(['isento', '']);
});

test('The check digits agree with an independent implementation', () => {
  hold(
    'check digits of CNPJ',
    3_000,
    fc.property(fc.stringMatching(/^[0-9A-Z]{12}$/), fc.stringMatching(/^\d{2}$/), (stem, digits) => {
      expect(isCnpj(stem + digits)).toBe(cnpj.isValid(stem + digits));
      const right = Array.from({ length: 100 }, (_, n) => stem + String(n).padStart(2, '0')).filter((id) => isCnpj(id));
      expect(right).toHaveLength(1);
      expect(cnpj.isValid(right[0] ?? '')).toBe(true);
    }),
  );
  hold(
    'check digits of CPF',
    3_000,
    fc.property(fc.stringMatching(/^\d{11}$/), (id) => {
      fc.pre(id !== '12345678909');
      expect(isCpf(id)).toBe(cpf.isValid(id));
    }),
  );
});
