import { describe, expect, test } from '@jest/globals';
import { differencesOf, methodOf, receiverOf } from '#domain/financial/paymentCodes/check.ts';
import { dueDateOf, isSameDueDay } from '#domain/financial/paymentCodes/dueDates.ts';
import { findCodes, printedCode, readCode, readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import { slowness } from '../../../support/pace.ts';
import { crc16 } from '#domain/financial/paymentCodes/tlv.ts';
import { boletoBarcode, boletoLine, collectionLine, pixCode } from '../../../support/paymentCodes.ts';

const TODAY = '2026-11-26';
const MOCK = '23792.29905 90000.051871 01002.041703 9 16660001836667';
/** Fulano de Tal's static code, as the manual of the Banco Central prints it. */
const MANUAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const KEY = '35261154000128000184550010000051871028473619';

const read = (text: string) => {
  const result = readPaymentCode(text, TODAY);
  if (!result.ok) throw new Error(result.message);
  return result.code;
};
const refusal = (text: string): string => {
  const result = readPaymentCode(text, TODAY);
  if (result.ok) throw new Error(`read as ${result.code.code}`);
  return result.message;
};

describe('a boleto', () => {
  test('tells bank, amount, due date and barcode', () => {
    expect(read(MOCK)).toEqual({
      kind: 'BOLETO',
      code: '23792299059000005187101002041703916660001836667',
      barcode: '23799166600018366672299090000051870100204170',
      bank: '237',
      amount: '18366.67',
      dueDate: '2026-12-20',
    });
    expect(receiverOf(read(MOCK))).toBe('Bradesco');
  });

  test.each([
    ['without its mask', MOCK.replace(/\D/g, '')],
    ['over several lines', MOCK.replaceAll(' ', '\n')],
    ['with words around it', `Segue a linha digitável: ${MOCK}. Obrigada!`],
    ['with hyphens and no-break spaces', MOCK.replaceAll('.', '-').replaceAll(' ', '\u00a0')],
    ['with the number of the bank before it', `Banco Bradesco 237-2\n\n237-2 ${MOCK}`],
    ['as the digits of its barcode', '23799166600018366672299090000051870100204170'],
  ])('is read %s', (_, text) => {
    expect(read(text)).toEqual(read(MOCK));
  });

  test('is printed as banks print it', () => {
    expect(printedCode(read(MOCK))).toBe(MOCK);
  });

  test.each([
    [
      '1',
      '23792.29915 90000.051871 01002.041703 9 16660001836667',
      /^O dígito verificador do campo 1 .* 23792\.29915\.$/,
    ],
    [
      '2',
      '23792.29905 90000.051771 01002.041703 9 16660001836667',
      /^O dígito verificador do campo 2 .* 90000\.051771\.$/,
    ],
    [
      '3',
      '23792.29905 90000.051871 01002.041713 9 16660001836667',
      /^O dígito verificador do campo 3 .* 01002\.041713\.$/,
    ],
    ['4', '23792.29905 90000.051871 01002.041703 8 16660001836667', /geral \(campo 4\) não confere/],
    ['5', '23792.29905 90000.051871 01002.041703 9 16660001836661', /campo 5, 16660001836661\.$/],
    [
      '1 and 3',
      '23792.29915 90000.051871 01002.041713 9 16660001836667',
      /^Os dígitos verificadores dos campos 1 e 3 não conferem/,
    ],
  ])('with a wrong digit in field %s says so', (_, text, sentence) => {
    expect(refusal(text)).toMatch(sentence);
  });

  test.each([
    [MOCK.slice(0, -1), 'Há 46 dígitos, e a linha de um boleto tem 47: falta 1.'],
    [`${MOCK.slice(0, -2)}`, 'Há 45 dígitos'],
    [`${MOCK}77`, 'Há 49 dígitos, e a linha de um boleto tem 47: sobram 2.'],
    ['', 'Isto não é a linha de um boleto'],
    ['lorem ipsum 12345', 'Isto não é a linha de um boleto'],
    [
      `${MOCK}\n\n${boletoLine({ bank: '341', amount: '10.00', dueDate: null, free: '1'.repeat(25) })}`,
      'Há mais de um código',
    ],
  ])('%j is refused in one sentence', (text, start) => {
    const message = refusal(text);
    expect(message.startsWith(start)).toBe(true);
    expect(message.length).toBeLessThan(160);
  });

  test('without amount and due date leaves both to the payer', () => {
    const line = boletoLine({
      bank: '001',
      amount: null,
      dueDate: null,
      free: '0000003128557000043986170'.padEnd(25, '0'),
    });
    expect(read(line)).toMatchObject({ bank: '001', amount: null, dueDate: null });
  });

  test('in another currency is refused', () => {
    const barcode = boletoBarcode({ bank: '237', amount: '1.00', dueDate: null, free: '7'.repeat(25) });
    const other = `2370${barcode.slice(4)}`;
    expect(refusal(other)).toMatch(/5ª posição|reais/);
  });
});

describe('the factor of a due date', () => {
  test.each([
    // As published with the layout, read in their time.
    [1000, '2000-07-03', '2000-07-03'],
    [1002, '2000-07-05', '2000-07-01'],
    [1667, '2002-05-01', '2002-05-01'],
    [4789, '2010-11-17', '2010-10-01'],
    [9999, '2025-02-21', '2025-02-01'],
    // The first day of the new count, and the last one of the old count read after it.
    [1000, '2025-02-22', '2025-02-22'],
    [9999, '2025-02-21', '2026-11-26'],
    [1666, '2026-12-20', '2026-11-26'],
    [1000, '2025-02-22', '2024-12-01'],
    // 5,500 days ahead are a due date to come; more than 3,000 days ago are none.
    [6500, '2040-03-15', '2026-11-26'],
  ])('%i is %s on %s', (factor, date, today) => {
    expect(dueDateOf(factor, today)).toBe(date);
  });

  test('0000 and what was never issued are no date', () => {
    expect([dueDateOf(0, TODAY), dueDateOf(999, TODAY)]).toEqual([null, null]);
  });

  test('what falls on a weekend is paid on the Monday after it', () => {
    expect(isSameDueDay('2026-12-19', '2026-12-21')).toBe(true);
    expect(isSameDueDay('2026-12-20', '2026-12-21')).toBe(true);
    expect(isSameDueDay('2026-12-18', '2026-12-21')).toBe(false);
    expect(isSameDueDay('2026-12-21', '2026-12-22')).toBe(false);
  });
});

describe('a collection', () => {
  /** A bill of electricity with digits modulo 10, and one of telephone. */
  test.each([
    ['836200000005 667800481000 180975657313 001589636081', { segment: '3', amount: '66.78' }],
    ['84610000000-5 24610029110-2 00546033900-4 69589506108-0', { segment: '4', amount: '24.61' }],
  ])('%s tells its segment and amount', (text, facts) => {
    expect(read(text)).toMatchObject({ kind: 'COLLECTION', ...facts });
  });

  test('is printed in four blocks', () => {
    expect(printedCode(read('836200000005667800481000180975657313001589636081'))).toBe(
      '83620000000-5 66780048100-0 18097565731-3 00158963608-1',
    );
  });

  test('has a due date where the receiver put one', () => {
    const facts = { segment: '1', valueKind: '8', amount: '812.40' };
    expect(read(collectionLine({ ...facts, rest: `0123${'20261215'}${'0'.repeat(17)}` }))).toMatchObject({
      dueDate: '2026-12-15',
    });
    expect(read(collectionLine({ ...facts, rest: `0123${'20261315'}${'0'.repeat(17)}` }))).toMatchObject({
      dueDate: null,
    });
    expect(
      read(collectionLine({ ...facts, segment: '6', rest: `01234567${'20261215'}${'0'.repeat(13)}` })),
    ).toMatchObject({ dueDate: '2026-12-15' });
  });

  test('of a quantity has no amount', () => {
    const line = collectionLine({ segment: '5', valueKind: '7', amount: '120.00', rest: '1'.repeat(29) });
    expect(read(line)).toMatchObject({ amount: null });
  });

  test.each([
    ['836200000005 667800481000 180975657314 001589636081', /^O dígito verificador do bloco 3 .* 18097565731-4\.$/],
    [
      '83620000000566780048100018097565731300158963608',
      /^Há 47 dígitos, e a linha de uma conta ou guia tem 48: falta 1\.$/,
    ],
    ['810000000005 667800481000 180975657313 001589636081', /^O terceiro dígito/],
    ['136200000005 667800481000 180975657313 001589636081', /^Uma linha de 48 dígitos começa por 8\.$/],
  ])('%s is refused', (text, sentence) => {
    expect(refusal(text)).toMatch(sentence);
  });
});

describe('a Pix', () => {
  test('of the manual of the Banco Central is read', () => {
    expect(read(MANUAL)).toEqual({
      kind: 'PIX',
      code: MANUAL,
      amount: null,
      dueDate: null,
      key: '123e4567-e12b-12d1-a456-426655440000',
      url: null,
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      txid: null,
      dynamic: false,
    });
  });

  test('the CRC is the published one', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  test('a dynamic one tells where the charge is', () => {
    const code = pixCode({
      url: 'pix.example.com/qr/v2/9d36b84f',
      amount: '1250.00',
      name: 'CLIMA NORTE',
      city: 'CAMPINAS',
    });
    expect(read(code)).toMatchObject({
      url: 'pix.example.com/qr/v2/9d36b84f',
      key: null,
      dynamic: true,
      amount: '1250.00',
    });
  });

  test.each([
    ['lengths in characters', false],
    ['lengths in bytes', true],
  ])('with accents and %s is read', (_, inBytes) => {
    const code = pixCode({ key: '54000128000184', name: 'José Conceição', city: 'São João', inBytes, txid: 'NF5187' });
    expect(read(`Pague aqui: ${code} até amanhã`)).toMatchObject({
      code,
      name: 'José Conceição',
      city: 'São João',
      txid: 'NF5187',
    });
  });

  test('is read over several lines, also where a line ends at a space', () => {
    const broken = MANUAL.replace(/(.{40})/g, '$1\r\n');
    expect(read(broken).code).toBe(MANUAL);
    expect(read(MANUAL.replace('Fulano de', 'Fulano\nde')).code).toBe(MANUAL);
  });

  test.each([
    ['cut', MANUAL.slice(0, 90), /incompleto/],
    ['without its CRC', MANUAL.slice(0, -4), /incompleto/],
    ['changed', MANUAL.replace('Fulano', 'Sicrano').replace('5913', '5914'), /CRC/],
    [
      'with another amount',
      pixCode({ key: 'a@b.com', amount: '10.00', name: 'A', city: 'B' }).replace('10.00', '90.00'),
      /CRC/,
    ],
    ['without its beginning', MANUAL.slice(6), /incompleto/],
  ])('%s is refused', (_, text, sentence) => {
    expect(refusal(text)).toMatch(sentence);
  });

  test('an EMV code of another scheme is no Pix', () => {
    const other = pixCode({ key: 'x', name: 'A', city: 'B' }).replace('br.gov.bcb.pix', 'br.com.outro.x');
    const text = other.slice(0, -4);
    expect(refusal(text + crc16(text))).toBe('Este código não é de um Pix.');
  });

  test.each(['0', '0.00', '000.0'])('an amount of %s is none', (amount) => {
    expect(read(pixCode({ key: 'a@b.com', amount, name: 'A', city: 'B' })).amount).toBeNull();
  });

  test.each([
    ['5', '5.00'],
    ['5.1', '5.10'],
    ['1234567890.99', '1234567890.99'],
  ])('an amount of %s is %s', (amount, is) => {
    expect(read(pixCode({ key: 'a@b.com', amount, name: 'A', city: 'B' })).amount).toBe(is);
  });

  test.each(['1,50', '-5', '1e3', '12345678901', '1.234'])('%s is no amount', (amount) => {
    expect(refusal(pixCode({ key: 'a@b.com', amount, name: 'A', city: 'B' }))).toBe('Este código não é de um Pix.');
  });
});

describe('an access key', () => {
  test('of 44 digits is no barcode', () => {
    expect(readCode(KEY.replace(/(.{4})/g, '$1 '), TODAY)).toEqual({
      ok: true,
      code: { kind: 'ACCESS_KEY', code: KEY },
    });
    expect(refusal(KEY)).toBe('Esta é a chave de acesso de uma nota, e não um código de pagamento.');
  });

  test('a CNPJ with letters is read, too', () => {
    // 3526 11 | 12ABC34501DE35 | 55 001 000005187 1 02847361: the digit was worked out by hand (modulo 11).
    const stem = '35261112ABC34501DE355500100000518710284736' + '1';
    const key = [...Array(10).keys()].map((digit) => stem + digit).find((one) => findCodes(one, TODAY).length > 0);
    expect(findCodes(`Chave ${key}`, TODAY)).toEqual([{ kind: 'ACCESS_KEY', code: key }]);
  });
});

describe('a document', () => {
  test('gives all codes in it once, and no number that only looks like one', () => {
    const second = boletoLine({
      bank: '341',
      amount: '18366.67',
      dueDate: '2027-01-20',
      free: '1790001043510047910201500',
    });
    const pix = pixCode({ key: '54000128000184', amount: '18366.66', name: 'CLIMA NORTE', city: 'CAMPINAS' });
    const text = `Recibo do pagador ${MOCK}\nNosso número 09/00000518-7 CNPJ 54.000.128/0001-84 telefone (19) 3232-1000
      237-2 ${MOCK}  341-7 ${second}\nPix: ${pix}\n${KEY} protocolo 135261234567890 ${'1 '.repeat(200)}`;
    expect(
      findCodes(text, TODAY)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['ACCESS_KEY', 'BOLETO', 'BOLETO', 'PIX']);
  });

  test('of nothing but digits is read in a moment', () => {
    const started = performance.now();
    findCodes('1 2 3 4 5 6 7 8 9 0 '.repeat(10_000), TODAY);
    findCodes('000201'.repeat(30_000), TODAY);
    findCodes('1'.repeat(200_000), TODAY);
    expect(performance.now() - started).toBeLessThan(2000 * slowness());
  });
});

describe('a code beside its installment', () => {
  const code = read(MOCK);
  test('is right where both agree', () => {
    expect(differencesOf(code, { grossValue: '18366.67', dueDate: '2026-12-21' })).toEqual([]);
  });
  test('tells each difference in a sentence', () => {
    expect(
      differencesOf(code, { grossValue: '18366.66', dueDate: '2027-01-20' }).map(({ message }) =>
        message.replaceAll('\u00a0', ' '),
      ),
    ).toEqual([
      'O boleto é de R$ 18.366,67, e a parcela, de R$ 18.366,66.',
      'O boleto vence em 20/12/2026, e a parcela, em 20/01/2027.',
    ]);
  });
  test('differs in nothing that it leaves open', () => {
    expect(differencesOf(read(MANUAL), { grossValue: '1.00', dueDate: '2026-01-01' })).toEqual([]);
  });
  test('stands for a payment method', () => {
    expect([methodOf('BOLETO'), methodOf('COLLECTION'), methodOf('PIX')]).toEqual(['BOLETO', 'BOLETO', 'PIX']);
  });
});
