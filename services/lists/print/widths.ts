/** Points of an average letter and digit of the print, at its size. */
const LETTER = 4.2;
/** Room left and right of a cell, and a little more, since letters differ. */
const ROOM = 9;
/** A column as wide as its longest cell, which must not wrap: days, amounts, codes. */
const LONGEST_RIGID = 20;
/** A longer text wraps. */
const WIDEST_TEXT = 44;

/** Inner widths of an A4 page between margins of 28 points. */
export const PAPER = { portrait: 539, landscape: 785 } as const;

export interface Measured {
  rigid: boolean;
  /** Points that the column needs, or that a text would like to have. */
  width: number;
}

const longestWord = (text: string): number => Math.max(0, ...text.split(/\s+/).map((word) => word.length));

/** The length that nine of ten texts keep to: one long description does not starve the other columns. */
const usual = (lengths: readonly number[]): number =>
  lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length * 0.9)] ?? 0;

/** What a column needs by its title and its texts, as they will be printed. */
export const measure = (title: string, texts: readonly string[]): Measured => {
  const lengths = texts.map((text) => text.length);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const head = longestWord(title);
  const rigid = longest <= LONGEST_RIGID && texts.every((text) => !text.includes(' '));
  const letters = rigid ? Math.max(longest, head) : Math.max(Math.min(usual(lengths), WIDEST_TEXT), head, 8);
  return { rigid, width: letters * LETTER + ROOM };
};

const sum = (columns: readonly Measured[]): number => columns.reduce((all, { width }) => all + width, 0);

export const fitsPortrait = (columns: readonly Measured[]): boolean => sum(columns) <= PAPER.portrait;

/** Widths that fill the paper: rigid columns get what they need, and texts share the rest by what they would like. */
export const widthsOf = (columns: readonly Measured[], paper: number): number[] => {
  const rigid = sum(columns.filter((column) => column.rigid));
  const texts = sum(columns) - rigid;
  // Too many columns for the paper: all of them give way, and their cells wrap.
  const share = rigid > paper * 0.7 ? paper / (rigid + texts) : 1;
  if (share !== 1 || texts === 0) return columns.map(({ width }) => width * Math.min(share, 1));
  return columns.map((column) => (column.rigid ? column.width : (column.width / texts) * (paper - rigid)));
};
