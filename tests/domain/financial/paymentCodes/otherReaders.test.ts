import { describe, expect, test } from '@jest/globals';
import { getBankByCode, getBoletoInfo, getPixPayloadInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { BANK_CODES, bankName, segmentName } from '#domain/financial/paymentCodes/banks.ts';
import { readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import { boletoLine, collectionBarcode, collectionLine } from '../../../support/paymentCodes.ts';

const TODAY = '2026-11-26';
const MOCK = '23792.29905 90000.051871 01002.041703 9 16660001836667';
/** Fulano de Tal's static code, as the manual of the Banco Central prints it. */
const MANUAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

const read = (text: string) => {
  const result = readPaymentCode(text, TODAY);
  if (!result.ok) throw new Error(result.message);
  return result.code;
};

describe('against the list of the Banco Central and another reader', () => {
  const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  /** Names that people use for another one in the list. */
  const KNOWN_AS: Record<string, string> = {
    '077': 'inter',
    '037': 'estado do para',
    '041': 'rio grande do sul',
    '047': 'sergipe',
    '348': 'xp',
    '136': 'unicred',
    '260': 'nu pagamentos',
    '290': 'pagseguro',
    '329': 'qi',
    '364': 'efi',
    '208': 'btg',
    '070': 'brb',
    '389': 'mercantil',
    '604': 'industrial',
    '655': 'votorantim',
    '748': 'sicredi',
    '756': 'sicoob',
    '336': 'c6',
  };
  test.each(BANK_CODES.map((code) => [code, bankName(code)]))('%s is %s', (code, name) => {
    const official = plain(getBankByCode(code)?.name ?? '');
    expect(official).not.toBe('');
    const words = KNOWN_AS[code]
      ? [KNOWN_AS[code]]
      : plain(name)
          .split(' ')
          .filter((word) => word.length > 2 && word !== 'banco');
    expect(words.filter((word) => official.includes(word)).length).toBeGreaterThan(0);
  });

  test('an unknown bank is named by its code, an unknown segment by its kind', () => {
    expect([bankName('999'), segmentName('8')]).toEqual(['Banco 999', 'Arrecadação']);
  });

  test.each([
    [boletoLine({ bank: '033', amount: '1520.35', dueDate: '2027-03-10', free: '9'.repeat(25) })],
    [boletoLine({ bank: '756', amount: null, dueDate: '2024-05-02', free: '1234567890123456789012345' })],
    [MOCK],
  ])('%s reads alike', (line) => {
    const other = getBoletoInfo(line, { referenceDate: new Date(2026, 10, 26) });
    const own = read(line);
    expect(isValidBoleto(line)).toBe(true);
    expect(other?.amount).toBe(Number((own.amount ?? '0.00').replace('.', '')));
    expect(other?.expirationDate?.toISOString().slice(0, 10)).toBe(own.dueDate);
  });

  test('a Pix reads alike', () => {
    const other = getPixPayloadInfo(MANUAL);
    expect(JSON.stringify(other)).toContain('123e4567-e12b-12d1-a456-426655440000');
  });

  test('a barcode and its line are one code', () => {
    const facts = { segment: '2', valueKind: '9', amount: '31.07', rest: '12345678901234567890123456789' };
    expect(read(collectionBarcode(facts)).code).toBe(collectionLine(facts));
  });
});
