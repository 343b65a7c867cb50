import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isServiceKey, serviceKeyParts } from '#domain/accessKey.ts';
import { daysBetween } from '#domain/dates.ts';
import { readFiscalKey } from '#domain/financial/fiscalDocuments/keys.ts';
import { proposeInstallments } from '#domain/financial/fiscalDocuments/installments.ts';
import { matchProducts } from '#domain/financial/fiscalDocuments/products.ts';
import { rateOf } from '#domain/financial/fiscalDocuments/retentions.ts';
import { serviceKeyOf } from '#tests/financial/fiscalDocuments/nfseXml.ts';
import { keyOf } from '#tests/purchase/invoices/nfeXml.ts';
import { boletoLine } from '#tests/support/paymentCodes.ts';
import { days, hold, positiveAmounts } from '../../properties.ts';

const cents = (value: string): bigint => BigInt(value.replace('.', ''));

describe('Proposed installments', () => {
  const bases = fc.record({
    net: positiveAmounts,
    emissionDate: days,
    today: days,
    duplicatas: fc.array(fc.record({ dueDate: fc.option(days), value: positiveAmounts }), { maxLength: 4 }),
    usual: fc.array(fc.integer({ min: -5, max: 400 }), { maxLength: 12 }),
  });

  test('sum to what is to be paid, to the cent, each above zero, in order', () => {
    hold(
      'proposed installments',
      2_000,
      fc.property(bases, (basis) => {
        const { list } = proposeInstallments(basis);
        const total = list.reduce((sum, { grossValue }) => sum + cents(grossValue), 0n);
        const dates = list.map(({ dueDate }) => dueDate);
        const positive = list.every(({ grossValue }) => cents(grossValue) > 0n);
        return total === cents(basis.net) && positive && dates.join() === [...dates].sort().join();
      }),
    );
  });

  test('are those of the nota where they are dated and sum to it, else those of the supplier, else one', () => {
    const basis = { net: '100.00', emissionDate: '2026-11-18', today: '2026-11-20', duplicatas: [], usual: [] };
    const dated = [
      { dueDate: '2027-01-18', value: '40.00' },
      { dueDate: '2026-12-18', value: '60.00' },
    ];
    expect(proposeInstallments({ ...basis, duplicatas: dated, usual: [5] })).toEqual({
      origin: 'INVOICE',
      list: [
        { dueDate: '2026-12-18', grossValue: '60.00' },
        { dueDate: '2027-01-18', grossValue: '40.00' },
      ],
    });
    const undated = [...dated.slice(1), { dueDate: null, value: '40.00' }];
    const terms = proposeInstallments({ ...basis, duplicatas: undated, usual: [28, 14, 42] });
    expect([terms.origin, terms.list.map(({ grossValue }) => grossValue)]).toEqual([
      'SUPPLIER',
      ['33.33', '33.33', '33.34'],
    ]);
    expect(terms.list.map(({ dueDate }) => daysBetween('2026-11-18', dueDate))).toEqual([14, 28, 42]);
    expect(proposeInstallments(basis)).toEqual({
      origin: 'ONE',
      list: [{ dueDate: '2026-11-20', grossValue: '100.00' }],
    });
    // Two cents are no three installments.
    expect(proposeInstallments({ ...basis, net: '0.02', usual: [1, 2, 3] }).list).toHaveLength(1);
  });
});

test('A rate has two places where these give the value, else four', () => {
  expect(rateOf('12400.00', '1364.00')).toBe('11');
  expect(rateOf('10000.00', '465.00')).toBe('4.65');
  // 6,15 % of 333.333,33 is 20.500,00 only with more places: 20500 ÷ 333333,33 = 6,1500000615 …
  expect(rateOf('333333.33', '20500.01')).toBe('6.15');
  expect(rateOf('1000000.00', '12345.67')).toBe('1.2346');
  expect(rateOf('0.00', '1.00')).toBe('0');
});

describe('Items of a nota', () => {
  const products = [
    { id: 1, name: 'Cimento CP II-E-32, saco 50 kg', codes: ['0118'] },
    { id: 2, name: 'Areia média lavada', codes: ['0207', '88'] },
    { id: 3, name: 'Tubo de cobre rígido 5/8"', codes: ['0300'] },
  ];
  const item = (code: string, name: string) => ({ number: 1, code, name });
  const matched = (code: string, name: string, memory: { code: string; productId: number }[] = []) => {
    const [match] = matchProducts([item(code, name)], products, memory);
    return [match?.productId, match?.kind];
  };

  test('are matched by memory, by a code with a like name, by name, or not', () => {
    expect(matched('X', 'COISA', [{ code: 'X', productId: 3 }])).toEqual([3, 'REMEMBERED']);
    expect(matched('88', 'AREIA LAV')).toEqual([2, 'CODE']);
    // The code of another supplier's numbering.
    expect(matched('88', 'PARAFUSO SEXTAVADO')).toEqual([null, null]);
    expect(matched('9', 'CIM CPII-E 32 SC 50KG')).toEqual([1, 'NAME']);
    expect(matched('9', 'PORTA DE MADEIRA')).toEqual([null, null]);
  });

  test('may be one product, each', () => {
    const found = matchProducts(
      [item('1', 'AREIA MEDIA'), { ...item('2', 'AREIA MEDIA LAVADA'), number: 2 }],
      products,
      [],
    );
    expect(found.map(({ productId }) => productId)).toEqual([2, 2]);
  });
});

test('A key of an NFS-e ends with its check digit', () => {
  // Of a public example, digit worked out by the weights of the manual.
  const key = serviceKeyOf({ taxId: '11222333000181', number: '318' });
  expect(isServiceKey(key)).toBe(true);
  expect(isServiceKey(`${key.slice(0, 49)}${(Number(key[49]) + 1) % 10}`)).toBe(false);
  expect(serviceKeyParts(key)).toEqual({ taxId: '11222333000181', number: '318', month: '2611' });
  expect(serviceKeyParts(serviceKeyOf({ taxId: '52998224725', number: '7' })).taxId).toBe('52998224725');
});

describe('An access key that is pasted', () => {
  const CLIMA = '54000128000184';
  const goods = keyOf({ month: '2611', taxId: CLIMA, series: '1', number: '5187' });
  const services = serviceKeyOf({ taxId: CLIMA, number: '318' });
  const said = (text: string) => {
    const read = readFiscalKey(text);
    return read === null ? null : read.ok ? read.code : read.message;
  };
  const facts = {
    ...{ kind: 'NFE', accessKey: goods, issuerTaxId: CLIMA, number: '5187', series: '1', month: '2026-11' },
  };

  test.each([
    ['as it is', goods],
    ['in groups', goods.replace(/(.{4})/g, '$1 ')],
    ['with words before it', `Chave de acesso da NF-e: ${goods}`],
    ['as the Id of an XML', `NFe${goods}`],
    ['over two lines, with points', `${goods.slice(0, 20)}.\n${goods.slice(20)}`],
  ])('is read %s', (_how, text) => {
    expect(said(text)).toEqual(facts);
  });

  test('is read with letters in its CNPJ, with a CPF, and of services', () => {
    expect(
      said(keyOf({ month: '2611', taxId: '12ABC34501DE35', series: '1', number: '7' }).toLowerCase()),
    ).toMatchObject({
      ...{ issuerTaxId: '12ABC34501DE35', number: '7' },
    });
    expect(said(keyOf({ month: '2611', taxId: '52998224725', series: '920', number: '7' }))).toMatchObject({
      ...{ issuerTaxId: '52998224725', series: '920' },
    });
    expect(said(services)).toEqual({
      ...{ kind: 'NFSE', accessKey: services, issuerTaxId: CLIMA, number: '318', series: null, month: '2026-11' },
    });
    expect(said(serviceKeyOf({ taxId: '52998224725', number: '9' }))).toMatchObject({ issuerTaxId: '52998224725' });
  });

  test('is refused with what is wrong with it', () => {
    const WRONG = 'O dígito verificador da chave não confere: confira os números, ou cole de novo.';
    const other = (digit: string) => String((Number(digit) + 1) % 10);
    expect(said(goods.slice(0, -1) + other(goods.at(-1) ?? ''))).toBe(WRONG);
    expect(said(services.slice(0, -1) + other(services.at(-1) ?? ''))).toBe(WRONG);
    expect(said(goods.slice(0, -1))).toBe('Há 43 caracteres, e a chave de uma NF-e tem 44: falta 1.');
    expect(said(`${goods}12`)).toBe('Há 46 caracteres, e a chave de uma NF-e tem 44: sobram 2.');
    expect(said(services.slice(2))).toBeNull();
    expect(said(services.slice(0, -2))).toBe('Há 48 caracteres, e a chave de uma NFS-e tem 50: faltam 2.');
    expect(said(keyOf({ month: '2611', taxId: CLIMA, series: '1', number: '5187', model: '57' }))).toBe(
      'Esta é a chave de um CT-e (transporte), e não de uma NF-e.',
    );
  });

  test('is told from codes of payments, and from any text', () => {
    const free = fc.stringMatching(/^[0-9]{25}$/);
    hold(
      'codes that are no keys',
      1_000,
      fc.property(free, positiveAmounts, (own, amount) => {
        const line = boletoLine({ bank: '237', amount, dueDate: '2026-12-20', free: own });
        return readFiscalKey(line) === null;
      }),
    );
    hold(
      'texts that are no keys',
      1_000,
      fc.property(fc.string({ maxLength: 300 }), (text) => readFiscalKey(text) === null),
    );
  });
});
