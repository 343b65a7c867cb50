import { accessKeyParts, isAccessKey, KEY_MODELS, STATE_CODES } from '../../accessKey.ts';
import type { IsoDate } from '../../dates.ts';
import { readBoletoBarcode, readBoletoLine, printedBoleto } from './boleto.ts';
import { printedCollection, readCollectionBarcode, readCollectionLine } from './collection.ts';
import { readPix, seemsPix } from './pix.ts';
import { refused, type FiscalKey, type PaymentCode, type ReadResult } from './types.ts';

const [BARCODE, BOLETO, COLLECTION] = [44, 47, 48];
const LENGTHS = [COLLECTION, BOLETO, BARCODE];
/** First digit of collections. */
const OF_COLLECTION = '8';
/** Fewest digits that are taken for a line with digits missing. */
const SOME = 30;

/** Digits of one run: what stands between them are separators that people and banks write. */
const RUN = /\d(?:[\s.\-–\u00a0]*\d)*/g;
const GROUP = /\d+/g;

const STATES = new RegExp(`^${STATE_CODES}`);

/** Whether 44 characters are an access key and no barcode: state, month and model have to make sense, too. */
const isFiscalKey = (text: string): boolean => {
  if (!isAccessKey(text) || !STATES.test(text)) return false;
  const { month, model } = accessKeyParts(text);
  return KEY_MODELS.includes(model) && /(0[1-9]|1[0-2])$/.test(month);
};

type Found = PaymentCode | FiscalKey;

/** Reads digits of the length of a code. */
const readDigits = (digits: string, today: IsoDate): ReadResult<Found> => {
  const collection = digits.startsWith(OF_COLLECTION);
  if (digits.length === BOLETO) return readBoletoLine(digits, today);
  if (digits.length === COLLECTION)
    return collection ? readCollectionLine(digits, today) : refused('Uma linha de 48 dígitos começa por 8.');
  if (isFiscalKey(digits)) return { ok: true, code: { kind: 'ACCESS_KEY', code: digits } };
  return collection ? readCollectionBarcode(digits, today) : readBoletoBarcode(digits, today);
};

/** The longest right code of a run that begins with this group, and the group after it. */
const startingAt = (groups: readonly string[], start: number, today: IsoDate): { code: Found; next: number } | null => {
  let digits = '';
  let found: { code: Found; next: number } | null = null;
  for (let end = start; end < groups.length && digits.length < COLLECTION; end += 1) {
    digits += groups[end] ?? '';
    const result = LENGTHS.includes(digits.length) ? readDigits(digits, today) : null;
    if (!result?.ok) continue;
    // The one check digit of a barcode is right in one of eleven numbers: among others it has to be one group.
    if (digits.length !== BARCODE || end === start || result.code.kind === 'ACCESS_KEY')
      found = { code: result.code, next: end + 1 };
  }
  return found;
};

/** Right codes in a run: the whole of it, or from the start of a group to the end of one. */
const inRun = (run: string, today: IsoDate): Found[] => {
  const groups = run.match(GROUP) ?? [];
  const digits = groups.join('');
  const whole = LENGTHS.includes(digits.length) ? readDigits(digits, today) : null;
  if (whole?.ok) return [whole.code];
  const found: Found[] = [];
  for (let start = 0; start < groups.length;) {
    const one = startingAt(groups, start, today);
    if (one) found.push(one.code);
    start = one?.next ?? start + 1;
  }
  return found;
};

/** Access keys whose CNPJ has letters are no run of digits; groups of four are how they are printed. */
const LETTERED = /(?<![0-9A-Z])\d{4} ?\d{2}[0-9A-Z]{2}(?: ?[0-9A-Z]{4}){3} ?\d{4}(?: ?\d{4}){5}(?![0-9A-Z])/g;

const letteredKeys = (text: string): Found[] =>
  (text.toUpperCase().match(LETTERED) ?? [])
    .map((one) => one.replaceAll(' ', ''))
    .filter((one) => /[A-Z]/.test(one) && isFiscalKey(one))
    .map((code) => ({ kind: 'ACCESS_KEY', code }));

/** A text has at most this many codes of interest: a carnê of 24 parcelas, and some more. */
const MOST = 60;

/** All right codes in a text, in its order, without repetitions. */
export const findCodes = (text: string, today: IsoDate): Found[] => {
  const pix = text.split(/(?=000201)/).flatMap((part) => {
    const result = part.startsWith('000201') ? readPix(part) : null;
    return result?.ok ? [result.code] : [];
  });
  const others = (text.match(RUN) ?? []).flatMap((run) => inRun(run, today));
  const all = [...others, ...pix, ...letteredKeys(text)];
  return [...new Map(all.map((one) => [one.code, one])).values()].slice(0, MOST);
};

const NOTHING = 'Isto não é a linha de um boleto, um Pix copia e cola nem uma chave de nota.';
const SEVERAL = 'Há mais de um código neste texto: cole um de cada vez.';

/** Why a text has no right code in it, in one sentence that names the field to look at. */
const problemOf = (text: string, today: IsoDate): string => {
  if (seemsPix(text)) {
    const pix = readPix(text);
    if (!pix.ok) return pix.message;
  }
  const runs = (text.match(RUN) ?? []).map((run) => run.replace(/\D/g, ''));
  const [longest = ''] = runs.sort((a, b) => b.length - a.length);
  // No bank has a code of 8 hundred: 47 digits of a collection have one missing.
  const short = longest.startsWith(OF_COLLECTION) && longest.length === BOLETO;
  if (LENGTHS.includes(longest.length) && !short) {
    const result = readDigits(longest, today);
    if (!result.ok) return result.message;
  }
  if (longest.length < SOME) return NOTHING;
  const wanted = longest.startsWith(OF_COLLECTION) ? COLLECTION : BOLETO;
  const what = wanted === BOLETO ? 'a linha de um boleto' : 'a linha de uma conta ou guia';
  const off = Math.abs(longest.length - wanted);
  const counted =
    off === 1
      ? longest.length < wanted
        ? 'falta 1'
        : 'sobra 1'
      : `${longest.length < wanted ? 'faltam' : 'sobram'} ${off}`;
  return `Há ${longest.length} dígitos, e ${what} tem ${wanted}: ${counted}.`;
};

/** Reads the one code that a text has in it, as people paste it: with points, spaces, line breaks, words around. */
export const readCode = (text: string, today: IsoDate): ReadResult<Found> => {
  const [first, ...others] = findCodes(text, today);
  if (!first) return refused(problemOf(text, today));
  return others.length > 0 ? refused(SEVERAL) : { ok: true, code: first };
};

const A_KEY = 'Esta é a chave de acesso de uma nota, e não um código de pagamento.';

/** As `readCode`, and refuses what is no payment. */
export const readPaymentCode = (text: string, today: IsoDate): ReadResult<PaymentCode> => {
  const result = readCode(text, today);
  if (!result.ok) return result;
  const { code } = result;
  return code.kind === 'ACCESS_KEY' ? refused(A_KEY) : { ok: true, code };
};

/** A code as banks print it; a Pix as it is. */
export const printedCode = ({ kind, code }: Pick<PaymentCode, 'kind' | 'code'>): string => {
  if (kind === 'PIX') return code;
  return kind === 'BOLETO' ? printedBoleto(code) : printedCollection(code);
};
