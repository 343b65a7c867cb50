/** Most parts that a document is divided into: those of its contract. */
const MOST = 360;

/** One of several: the second of three. */
export interface Part {
  number: number;
  of: number;
}

const HOW = 'Escreva a parcela e quantas são, como 1/3.';

const partOf = (number: number, of: number): Part | null =>
  number >= 1 && number <= of && of <= MOST ? { number, of } : null;

/**
 * "2/3", "02/03", "2 de 3", "parcela 2/3", "única". A spreadsheet that took "1/3" for a day says "01/03/2026": what was
 * meant is suggested.
 */
export const readPart = (text: string): { value: Part } | { problem: string; suggestion?: string } => {
  if (/^[uú]nica$/i.test(text)) return { value: { number: 1, of: 1 } };
  const [, number, of] = /^(?:p(?:arc(?:ela)?)?\.?\s*)?(\d{1,3})\s*(?:\/|de|-)\s*(\d{1,3})$/i.exec(text) ?? [];
  const part = number === undefined || of === undefined ? null : partOf(Number(number), Number(of));
  if (part) return { value: part };
  const [, day, month] = /^(\d{1,2})\/(\d{1,2})\/\d{2,4}$/.exec(text) ?? [];
  const meant = day === undefined || month === undefined ? null : partOf(Number(day), Number(month));
  if (meant) return { problem: 'Isto é uma data.', suggestion: `${meant.number}/${meant.of}` };
  return { problem: number === undefined ? HOW : `Esta parcela não existe. ${HOW}` };
};
