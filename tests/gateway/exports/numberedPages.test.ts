import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ListFile } from '#gateway/exports/lists/list.ts';
import { numberedPages } from '#gateway/exports/numberedPages.ts';
import type { Progress } from '#gateway/exports/source.ts';
import { Spool } from '#gateway/exports/spool.ts';
import { TableFile } from '#gateway/exports/tableFile.ts';

/** A list of one column, whose pages have two rows. */
const list: ListFile = {
  ...{ title: 'Letras', titles: ['Letra'] },
  cellsOf: (data) => {
    const { rows, page } = data as { rows: string[]; page: number };
    const shown = rows.slice(page * 2, page * 2 + 2);
    return {
      rows: shown.map((value) => [{ kind: 'text', value }]),
      ...{ ids: shown, total: rows.length, last: page * 2 + 2 >= rows.length },
    };
  },
};

let spool: Spool;
beforeEach(async () => {
  spool = await Spool.open();
});
afterEach(() => spool.close());

/** What each page finds: the list may be another one each time. */
const write = async (read: (page: number, call: number) => string[]): Promise<Progress[]> => {
  const told: Progress[] = [];
  let call = 0;
  const ask = (page: number) => {
    call += 1;
    return Promise.resolve({ rows: read(page, call), page });
  };
  for await (const progress of numberedPages({ file: list, ask }, new TableFile(list, 'csv', spool)))
    told.push(progress);
  return told;
};
const written = async (): Promise<string> => {
  let text = '';
  for await (const piece of spool.read()) text += Buffer.from(piece).toString('utf8');
  return text;
};

test('The pages of a list that stays are written one after the other', async () => {
  expect(await write(() => ['a', 'b', 'c'])).toEqual([
    { rows: 2, of: 3 },
    { rows: 3, of: 3 },
  ]);
  expect(await written()).toBe('\ufeffLetra\r\na\r\nb\r\nc\r\n');
});

test('A list that was changed between two pages is written anew, so that each row is there once', async () => {
  // The last row goes to the front: by numbers, "b" would be on both pages and "c" on none.
  const told = await write((_page, call) => (call === 1 ? ['a', 'b', 'c'] : ['c', 'a', 'b']));
  expect(told.map(({ rows }) => rows)).toEqual([2, 2, 3]);
  expect(await written()).toBe('\ufeffLetra\r\nc\r\na\r\nb\r\n');
});

test('A list that has another number of rows on each page is given up after three attempts', async () => {
  let calls = 0;
  const read = (_page: number, call: number) => {
    calls = call;
    return Array.from({ length: 3 + call }, (_, index) => `${index}`);
  };
  const message = 'Esta lista mudou enquanto era lida. Tente exportar de novo.';
  await expect(write(read)).rejects.toMatchObject({ message, extensions: { code: 'CONFLICT', status: 409 } });
  expect(calls).toBe(6);
});
