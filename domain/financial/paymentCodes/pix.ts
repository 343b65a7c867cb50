import { fromCents, isPositive, type Money } from '../../money.ts';
import { refused, type Pix, type ReadResult } from './types.ts';
import { crc16, readElements, type Elements } from './tlv.ts';

/** Longest text that is stored; the codes of banks have some 150 to 300 characters. */
export const MAX_PIX = 600;
/** First element of every code: the version of its format. */
const START = '000201';
const CRC = '63';
const CRC_DIGITS = 4;
const DYNAMIC = '12';
const REAL = '986';
const GUI = 'br.gov.bcb.pix';
/** Elements that may hold the account of the receiver. */
const ACCOUNTS = Array.from({ length: 26 }, (_, index) => String(26 + index));

const BROKEN = 'O Pix copia e cola está incompleto: copie-o inteiro, do 000201 ao fim.';
const CHANGED =
  'O Pix copia e cola está incompleto ou mudou: o código verificador do fim (CRC) não confere. Copie-o de novo.';
const NOT_PIX = 'Este código não é de um Pix.';
const TOO_LONG = `O Pix copia e cola passa de ${MAX_PIX} caracteres.`;

/** Whether a text seems to have a Pix in it, whole or not. */
export const seemsPix = (text: string): boolean => text.includes(START) || text.toLowerCase().includes(GUI);

/** What broke a line in the text: nothing, or a space. */
const joined = (text: string): string[] => {
  if (!/[\r\n]/.test(text)) return [text];
  return [text.replace(/\s*[\r\n]+\s*/g, ''), text.replace(/\s*[\r\n]+\s*/g, ' ')];
};

/** Reads the Pix that begins first in a text, whatever stands around it. */
export const readPix = (text: string): ReadResult<Pix> => {
  const at = text.indexOf(START);
  if (at < 0) return refused(BROKEN);
  const results = joined(text.slice(at)).map(readFromStart);
  return results.find(({ ok }) => ok) ?? results.find(({ ok }) => !ok) ?? refused(BROKEN);
};

/**
 * Lengths count characters; where that breaks a text with accents, they count bytes, as some banks do. The CRC is told
 * from the digits before it.
 */
const readFromStart = (text: string): ReadResult<Pix> => {
  const found = readElements(text, CRC) ?? readBytes(text);
  if (!found) return refused(BROKEN);
  const code = text.slice(0, found.length);
  if (code.length > MAX_PIX) return refused(TOO_LONG);
  if (crc16(code.slice(0, -CRC_DIGITS)) !== found.elements.get(CRC)?.toUpperCase()) return refused(CHANGED);
  return pixOf(code, found.elements);
};

const readBytes = (text: string): { elements: Elements; length: number } | null => {
  const decoder = new TextDecoder();
  const decoded = (binary: string): string => decoder.decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
  // The longest code and its accents: what follows it is of no interest.
  const bytes = new TextEncoder().encode(text.slice(0, MAX_PIX));
  const found = readElements(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''), CRC);
  if (!found) return null;
  return {
    elements: new Map([...found.elements].map(([id, value]) => [id, decoded(value)])),
    length: decoder.decode(bytes.slice(0, found.length)).length,
  };
};

const accountOf = (elements: Elements): Elements | null => {
  for (const id of ACCOUNTS) {
    const account = readElements(elements.get(id) ?? '')?.elements;
    if (account?.get('00')?.toLowerCase() === GUI) return account;
  }
  return null;
};

/** "100", "100.5" or "100.50"; zero is no amount. Undefined for anything else. */
const amountOf = (text: string | undefined): Money | null | undefined => {
  if (text === undefined) return null;
  const [, whole, cents = ''] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const amount = fromCents(BigInt(whole + cents.padEnd(2, '0')));
  return isPositive(amount) ? amount : null;
};

const pixOf = (code: string, elements: Elements): ReadResult<Pix> => {
  const account = accountOf(elements);
  const amount = amountOf(elements.get('54'));
  if (!account || elements.get('53') !== REAL || amount === undefined) return refused(NOT_PIX);
  const url = account.get('25') ?? null;
  const txid = readElements(elements.get('62') ?? '')?.elements.get('05');
  return {
    ok: true,
    code: {
      kind: 'PIX',
      code,
      amount,
      dueDate: null,
      key: account.get('01') ?? null,
      url,
      name: (elements.get('59') ?? '').trim(),
      city: (elements.get('60') ?? '').trim(),
      txid: txid === undefined || /^\*+$/.test(txid) ? null : txid,
      dynamic: url !== null || elements.get('01') === DYNAMIC,
    },
  };
};
