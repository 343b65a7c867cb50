import { refuse } from '../../platform/register/import/lines.ts';
import {
  buildingOf,
  categoryOf,
  competenceOf,
  descriptionOf,
  emissionOf,
  methodOf,
  numberOf,
  partnerKeyOf,
  partOf,
  stageOf,
  walletOf,
  type BillLine,
} from './lines.ts';

/** Rows of a spreadsheet that are one document: one row, or those of its installments in their order. */
export interface BillDocument {
  lines: [BillLine, ...BillLine[]];
}

const NO_NUMBER = 'Informe o documento: é por ele que as parcelas se juntam.';

/** What a document says once, by the column that says it. */
const SAID_ONCE: Readonly<Record<string, (line: BillLine) => unknown>> = {
  description: descriptionOf,
  competenceDate: competenceOf,
  category: categoryOf,
  building: buildingOf,
  costEstimateGroup: stageOf,
  expectedBank: walletOf,
  preferredPaymentMethod: methodOf,
};

const keyOf = (line: BillLine, of: number): string =>
  JSON.stringify([partnerKeyOf(line), numberOf(line)?.toLowerCase() ?? '', emissionOf(line), of]);

/** Each installment once; a row that repeats one is a document of its own, which is refused. */
const isRepeated = (line: BillLine, lines: readonly BillLine[]): boolean => {
  const earlier = lines.find((one) => partOf(one)?.number === partOf(line)?.number);
  if (earlier) refuse(line, 'installment', `Repete a parcela da linha ${earlier.line}.`);
  return earlier !== undefined;
};

/** Joins the installments of one partner, number and emission; every other row stands alone. */
export const documentsOf = (lines: readonly BillLine[]): BillDocument[] => {
  const documents: BillDocument[] = [];
  const divided = new Map<string, BillDocument>();
  for (const line of lines) {
    const part = partOf(line);
    const alone = part === undefined || part.of === 1;
    if (!alone && numberOf(line) === null) refuse(line, 'installment', NO_NUMBER);
    const key = alone || numberOf(line) === null ? null : keyOf(line, part.of);
    const known = key === null ? undefined : divided.get(key);
    if (known && !isRepeated(line, known.lines)) known.lines.push(line);
    else {
      const document: BillDocument = { lines: [line] };
      documents.push(document);
      if (key !== null && !known) divided.set(key, document);
    }
  }
  for (const { lines: own } of divided.values()) {
    own.sort((a, b) => (partOf(a)?.number ?? 0) - (partOf(b)?.number ?? 0));
  }
  return documents;
};

const listed = (numbers: readonly number[]): string =>
  numbers.length === 1 ? String(numbers[0]) : `${numbers.slice(0, -1).join(', ')} e ${numbers.at(-1)}`;

/** So many missing installments are named. */
const NAMED = 6;

/** Installments that are not there: which of them are open only their spreadsheet could tell. */
const refuseGaps = ({ lines }: BillDocument): void => {
  const of = partOf(lines[0])?.of ?? 1;
  const there = new Set(lines.map((line) => partOf(line)?.number ?? 1));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !there.has(number));
  if (missing.length === 0) return;
  const what =
    missing.length === 1
      ? `Falta a parcela ${missing[0]} de ${of}`
      : missing.length > NAMED
        ? `Faltam ${missing.length} das ${of} parcelas`
        : `Faltam as parcelas ${listed(missing)} de ${of}`;
  const message = `${what} deste documento: inclua, ou apague a parcela para que cada linha seja um documento.`;
  for (const line of lines) refuse(line, 'installment', message);
};

/** What rows of one document say of it differently; the first one that says it counts. */
const refuseDifferences = ({ lines }: BillDocument): void => {
  for (const [field, read] of Object.entries(SAID_ONCE)) {
    const first = lines.find((line) => read(line) !== null);
    if (!first) continue;
    for (const line of lines) {
      const said = read(line);
      if (said === null || said === read(first)) continue;
      const message = `A linha ${first.line}, do mesmo documento, diz outra coisa.`;
      refuse(line, field, message, first.texts[field]);
    }
  }
};

/** Refuses what keeps the rows of a document from being one. */
export const refuseDivided = (document: BillDocument): void => {
  if (document.lines.length === 1 && (partOf(document.lines[0])?.of ?? 1) === 1) return;
  // A row that says no number, or one that is there already, was told so.
  if (document.lines.some(({ problems }) => problems.some(({ field }) => field === 'installment'))) return;
  refuseGaps(document);
  refuseDifferences(document);
};

/** A document enters as a whole: where one row is at fault, or `lacks` what it needs, its others wait. */
export const refuseOthers = ({ lines }: BillDocument, lacks: (line: BillLine) => boolean): void => {
  const isAtFault = (line: BillLine) => line.problems.length > 0 || lacks(line);
  const fault = lines.find(isAtFault);
  if (!fault) return;
  const message = `A linha ${fault.line}, do mesmo documento, está com erro.`;
  for (const line of lines.filter((one) => !isAtFault(one))) refuse(line, 'installment', message);
};
