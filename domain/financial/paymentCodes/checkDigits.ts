/**
 * Check digits of boletos and of collections (arrecadação), as FEBRABAN defines them. Both take digits alone.
 */

const ZERO = '0'.charCodeAt(0);

/** Sum over the digits, from the right: `place` counts from 0. */
const total = (digits: string, worth: (digit: number, place: number) => number): number => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    sum += worth(digits.charCodeAt(digits.length - 1 - place) - ZERO, place);
  }
  return sum;
};

/** Weights 2, 1, 2 … from the right; the digits of each product are summed. */
export const modulo10 = (digits: string): string => {
  const sum = total(digits, (digit, place) => {
    const product = digit * (place % 2 === 0 ? 2 : 1);
    return product > 9 ? product - 9 : product;
  });
  return String((10 - (sum % 10)) % 10);
};

/** Sum with weights 2 to 9, from the right and again, modulo 11. */
const remainder11 = (digits: string): number => total(digits, (digit, place) => digit * (2 + (place % 8))) % 11;

/** General digit of a boleto: never 0, since 0, 10 and 11 become 1. */
export const modulo11OfBoleto = (digits: string): string => {
  const digit = 11 - remainder11(digits);
  return digit > 9 ? '1' : String(digit);
};

/** Digit of a collection: remainders 0 and 1 give 0, remainder 10 gives 1. */
export const modulo11OfCollection = (digits: string): string => {
  const remainder = remainder11(digits);
  return remainder < 2 ? '0' : String(11 - remainder);
};
