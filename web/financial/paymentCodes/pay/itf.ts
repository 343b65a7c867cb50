/** Widths of the five elements of a digit in Interleaved 2 of 5: two of them are wide. */
const DIGITS = ['nnwwn', 'wnnnw', 'nwnnw', 'wwnnn', 'nnwnw', 'wnwnn', 'nwwnn', 'nnnww', 'wnnwn', 'nwnwn'];
const WIDTH: Readonly<Record<string, number>> = { n: 1, w: 3 };
const [START, STOP] = ['nnnn', 'wnn'];

export interface Bars {
  /** Modules from the first bar to the last. */
  width: number;
  /** Where each bar begins and how wide it is. */
  bars: { at: number; width: number }[];
}

/** Bars of a barcode of FEBRABAN: pairs of digits, the first of a pair in the bars, the second in the spaces between. */
export const itfBars = (digits: string): Bars => {
  const pairs = (digits.match(/\d\d/g) ?? []).map((pair) => {
    const [bars = '', spaces = ''] = [...pair].map((digit) => DIGITS[Number(digit)]);
    return [...bars].map((bar, index) => bar + (spaces[index] ?? '')).join('');
  });
  const bars: Bars['bars'] = [];
  let at = 0;
  for (const [index, element] of [...[START, ...pairs, STOP].join('')].entries()) {
    const width = WIDTH[element] ?? 1;
    if (index % 2 === 0) bars.push({ at, width });
    at += width;
  }
  return { width: at, bars };
};
