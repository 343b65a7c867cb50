import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { newService, newStage, type Rows } from '#web/engineering/costEstimates/editor/model/rows.ts';

/** Rows from lines such as "1.1 name": a name in capitals is a stage. */
export const outline = (...lines: string[]): Rows =>
  lines.map((line) => {
    const [code = '', name = ''] = line.split(' ');
    const row = /^[A-Z]/.test(name) ? newStage(name) : newService(name);
    return { ...row, level: code.split('.').length - 1, key: name, id: name };
  });
export const shown = (rows: Rows): string[] => {
  const codes = codesOf(rows);
  return rows.map(({ description }, index) => `${codes[index]} ${description}`);
};
export const keys = (...names: string[]): ReadonlySet<string> => new Set(names);
export const house = outline('1 Site', '1.1 fence', '1.2 Clearing', '1.2.1 lawn', '1.3 shed', '2 Base', '2.1 piles');
