/** Heights and widths of the board in pixels; board.module.css has the same. */
export const ROW = 31;
export const HEAD = 46;
export const BAR = 16;

/** Widths of the columns. */
export const COLUMNS = { code: 58, name: 208, start: 66, end: 66, days: 70, percent: 58, predecessors: 132 } as const;
const NARROW = COLUMNS.code + COLUMNS.name + COLUMNS.start + COLUMNS.end + COLUMNS.days;
export const tableWidth = (wide: boolean): number => (wide ? NARROW + COLUMNS.percent + COLUMNS.predecessors : NARROW);
