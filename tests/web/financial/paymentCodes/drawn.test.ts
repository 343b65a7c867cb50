import { describe, expect, test } from '@jest/globals';
import jsQR from 'jsqr';
import { itfBars } from '#web/financial/paymentCodes/pay/itf.ts';
import { qrModules, qrPath } from '#web/ui/qr.ts';
import { boletoBarcode, collectionBarcode, pixCode } from '#tests/support/paymentCodes.ts';

const SCALE = 4;
const QUIET = 4;

/** Paints what the path of the SVG draws, as a camera would see it. */
const painted = (modules: boolean[][]): { pixels: Uint8ClampedArray; side: number } => {
  const side = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = '', y = '', width = ''] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < SCALE; row += 1) {
      for (let column = 0; column < Number(width) * SCALE; column += 1) {
        const at = (((Number(y) + QUIET) * SCALE + row) * side + (Number(x) + QUIET) * SCALE + column) * 4;
        pixels.fill(0, at, at + 3);
      }
    }
  }
  return { pixels, side };
};

describe('The QR of a Pix', () => {
  test.each([
    ['a static code', pixCode({ key: '54000128000184', amount: '18366.67', name: 'CLIMA NORTE', city: 'CAMPINAS' })],
    ['accents', pixCode({ key: 'josé@exemplo.com.br', name: 'José Conceição', city: 'São João' })],
    ['a long address', pixCode({ url: `pix.example.com/qr/v2/${'9d36b84f'.repeat(6)}`, name: 'A B C', city: 'D' })],
  ])('of %s is read as what it says', (_, code) => {
    const { pixels, side } = painted(qrModules(code));
    const read = jsQR(pixels, side, side);
    expect(Buffer.from(read?.binaryData ?? []).toString('utf8')).toBe(code);
  });
});

/** Reads bars by their widths alone, from the table of the symbology (wide elements weigh 1, 2, 4, 7 and parity). */
const scanned = ({ width, bars }: ReturnType<typeof itfBars>): string => {
  const widths: number[] = [];
  bars.forEach((bar, index) => {
    widths.push(bar.width);
    const next = bars[index + 1];
    if (next) widths.push(next.at - bar.at - bar.width);
  });
  expect(widths.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(widths.slice(-3)).toEqual([3, 1, 1]);
  expect(widths.reduce((sum, one) => sum + one, 0)).toBe(width);
  const digitOf = (five: number[]): string => {
    const weights = [1, 2, 4, 7];
    const total = weights.reduce((sum, weight, index) => sum + (five[index] === 3 ? weight : 0), 0);
    expect(five.filter((one) => one === 3)).toHaveLength(2);
    return String(total === 11 ? 0 : total);
  };
  let digits = '';
  for (let at = 4; at < widths.length - 3; at += 10) {
    const ten = widths.slice(at, at + 10);
    digits += digitOf(ten.filter((_, index) => index % 2 === 0)) + digitOf(ten.filter((_, index) => index % 2 === 1));
  }
  return digits;
};

describe('The barcode of a boleto', () => {
  test.each([
    boletoBarcode({ bank: '237', amount: '18366.67', dueDate: '2026-12-20', free: '2990590000051870100204170' }),
    collectionBarcode({ segment: '3', valueKind: '6', amount: '66.78', rest: '12345678901234567890123456789' }),
    '01234567890123456789012345678901234567890123',
  ])('%s is read as its digits', (digits) => {
    const drawn = itfBars(digits);
    expect(scanned(drawn)).toBe(digits);
    expect(drawn.width).toBe(4 + 22 * 18 + 5);
  });
});
