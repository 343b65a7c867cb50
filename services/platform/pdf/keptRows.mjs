/**
 * Rows of tables that stay with the row after them (`keepWithNext` of a table, pdf.ts). The library keeps only the first
 * rows of a table together, so all rows are measured on a page without an end, and the table is cut at the end of each
 * page: the next part begins the next page, below a head of its own.
 */

/** From the top of a row to that of its text: line and padding of the layout `rows`. */
const PADDING = 2.9;

const idOf = (table, row) => `kept ${table} ${row}`;

const textOf = (cell) => (typeof cell === 'string' ? cell : cell.text);

/** Marks the first cell of a row with a text, whose place is told. */
const mark = (cells, id) => {
  const at = cells.findIndex((cell) => typeof textOf(cell) === 'string' && textOf(cell) !== '');
  if (at === -1) throw new Error('A row that is kept with others has no text');
  cells[at] = typeof cells[at] === 'string' ? { text: cells[at], id } : { ...cells[at], id };
};

/** A copy of the content up to the last such table, with rows that can be found; empty without such a table. */
export const keptRows = (content) => {
  const last = content.findLastIndex(({ keepWithNext }) => keepWithNext !== undefined);
  const copy = globalThis.structuredClone(content.slice(0, last + 1));
  for (const [index, { keepWithNext, table }] of copy.entries()) {
    if (keepWithNext === undefined) continue;
    // Places inside of an unbreakable block are told as those of the block.
    Object.assign(table, { headerRows: 0, keepWithHeaderRows: 0, dontBreakRows: false });
    for (const [row, cells] of table.body.entries()) mark(cells, idOf(index, row));
  }
  return copy;
};

/** Left free at the end of a page: lines between rows are not measured to the hair. */
const SLACK = 2;

/** Rows before which the table is cut, so that no marked row ends a page. */
const cutsOf = ({ tops, heads, keep, usable }) => {
  const cuts = [];
  const heightOf = (row) => (row + 1 < tops.length ? tops[row + 1] - tops[row] : tops[row] - tops[row - 1]);
  const headHeight = tops[heads] - tops[0];
  let y = tops[heads] - PADDING;
  let first = heads;
  for (let row = heads; row < tops.length; row += 1) {
    if (row > first && y + heightOf(row) > usable - SLACK) {
      let start = row;
      while (start - 1 > first && keep.has(start - 1)) start -= 1;
      cuts.push(start);
      [row, first, y] = [start, start, headHeight];
    }
    y += heightOf(row);
  }
  return cuts;
};

const partsOf = (node, heads, cuts) => {
  const { body } = node.table;
  const starts = [heads, ...cuts];
  return starts.map((start, part) => ({
    ...node,
    ...(part > 0 && { pageBreak: 'before' }),
    table: {
      ...node.table,
      body: [...globalThis.structuredClone(body.slice(0, heads)), ...body.slice(start, starts[part + 1])],
    },
  }));
};

/** Cuts the tables of the content, in place, by the measured tops of their rows. */
export const cutTables = (content, found, usable) => {
  for (const index of [...content.keys()].reverse()) {
    const node = content[index];
    if (node.keepWithNext === undefined) continue;
    const heads = node.table.headerRows;
    const tops = node.table.body.map((_, row) => found.get(idOf(index, row)));
    const cuts = cutsOf({ tops, heads, keep: new Set(node.keepWithNext), usable });
    if (cuts.length > 0) content.splice(index, 1, ...partsOf(node, heads, cuts));
  }
};
