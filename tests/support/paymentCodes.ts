/**
 * Writes boletos, collections and Pix codes from their published layouts, by another path than the product reads them: a
 * check digit is the one that makes the whole come out, found by trying all ten.
 */

const DAY = 86_400_000;
const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);

const theDigit = (fits: (digit: number) => boolean): string => {
  const found = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter(fits);
  if (found.length !== 1) throw new Error(`${found.length} digits fit`);
  return String(found[0]);
};

/** With its digit a number passes the test of Luhn. */
const luhn = (digits: string): string =>
  theDigit((digit) => {
    let total = digit;
    for (let place = 1; place <= digits.length; place += 1) {
      const value = Number(digits[digits.length - place]);
      total += place % 2 === 1 ? Number('0246813579'.charAt(value)) : value;
    }
    return total % 10 === 0;
  });

const weighted = (digits: string): number => {
  const weights = [2, 3, 4, 5, 6, 7, 8, 9];
  let [total, place] = [0, 0];
  for (let at = digits.length - 1; at >= 0; at -= 1) total += Number(digits[at]) * (weights[place++ % 8] ?? 0);
  return total;
};

/** 11 less the remainder, by the table of the layout: 0, 10 and 11 are written as 1. */
const general = (digits: string): string => '11987654321'.charAt(weighted(digits) % 11);
/** By the table of the layout of collections: remainders 0 and 1 are written as 0, 10 as 1. */
const eleven = (digits: string): string => '00987654321'.charAt(weighted(digits) % 11);

/** Days after 2025-02-22, on which 1000 stood again; before that day, after 2000-07-03, on which it stood first. */
export const factorOf = (date: string | null): string => {
  if (date === null) return '0000';
  const start = utc(date) >= utc('2025-02-22') ? '2025-02-22' : '2000-07-03';
  return String(1000 + (utc(date) - utc(start)) / DAY);
};

/** "1234.50" as digits, `places` of them. */
const cents = (amount: string | null, places: number): string => (amount ?? '0').replace('.', '').padStart(places, '0');

export interface BoletoFacts {
  bank: string;
  amount: string | null;
  dueDate: string | null;
  /** 25 digits. */
  free: string;
}

export const boletoBarcode = ({ bank, amount, dueDate, free }: BoletoFacts): string => {
  const tail = factorOf(dueDate) + cents(amount, 10) + free;
  return `${bank}9${general(`${bank}9${tail}`)}${tail}`;
};

export const boletoLine = (facts: BoletoFacts): string => {
  const { bank, free } = facts;
  const fields = [`${bank}9${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  const digit = boletoBarcode(facts).charAt(4);
  return fields.map((one) => one + luhn(one)).join('') + digit + factorOf(facts.dueDate) + cents(facts.amount, 10);
};

export interface CollectionFacts {
  segment: string;
  /** 6 to 9. */
  valueKind: string;
  amount: string | null;
  /** 29 digits. */
  rest: string;
}

export const collectionBarcode = ({ segment, valueKind, amount, rest }: CollectionFacts): string => {
  const digit = /[67]/.test(valueKind) ? luhn : eleven;
  const [head, tail] = [`8${segment}${valueKind}`, cents(amount, 11) + rest];
  return head + digit(head + tail) + tail;
};

export const collectionLine = (facts: CollectionFacts): string => {
  const digit = /[67]/.test(facts.valueKind) ? luhn : eleven;
  const barcode = collectionBarcode(facts);
  return [0, 11, 22, 33]
    .map((at) => barcode.slice(at, at + 11))
    .map((block) => block + digit(block))
    .join('');
};

/** CRC by a table of 256 remainders. */
const table = Array.from({ length: 256 }, (_, byte) => {
  let value = BigInt(byte) << 8n;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 0x8000n) === 0n ? value * 2n : (value * 2n) ^ 0x11021n;
  return Number(value & 0xffffn);
});
const crc = (text: string): string => {
  let value = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) value = ((value << 8) & 0xffff) ^ (table[(value >> 8) ^ byte] ?? 0);
  return value.toString(16).toUpperCase().padStart(4, '0');
};

const element = (id: string, value: string, length = value.length): string =>
  id + String(length).padStart(2, '0') + value;

export interface PixFacts {
  key?: string;
  url?: string;
  amount?: string;
  name: string;
  city: string;
  txid?: string;
  /** Lengths in bytes, as some banks count them. */
  inBytes?: boolean;
}

export const pixCode = ({ key, url, amount, name, city, txid = '***', inBytes = false }: PixFacts): string => {
  const own = (id: string, value: string) => element(id, value, inBytes ? Buffer.byteLength(value) : value.length);
  const account = own('00', 'br.gov.bcb.pix') + (key ? own('01', key) : '') + (url ? own('25', url) : '');
  const text =
    element('00', '01') +
    (url ? element('01', '12') : '') +
    own('26', account) +
    element('52', '0000') +
    element('53', '986') +
    (amount ? element('54', amount) : '') +
    element('58', 'BR') +
    own('59', name) +
    own('60', city) +
    own('62', own('05', txid)) +
    '6304';
  return text + crc(text);
};
