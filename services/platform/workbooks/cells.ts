import { letters, MAIN, XML } from '#domain/files/workbook.ts';

/** Cell styles, in the order of `STYLES`; those of stages are bold. */
export const STYLE = { text: 0, heading: 1, money: 2, four: 3, percent: 4, boldText: 5, boldMoney: 6, boldPercent: 7 };
export const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.0000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8"><xf xfId="0"/><xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="10" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" fontId="1" applyNumberFormat="1" applyFont="1"/><xf xfId="0" numFmtId="10" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

/** Address of a cell: column from 0, row from 1. */
export const at = (column: number, row: number): string => `${letters(column)}${row}`;

/** A decimal as its text; the cell keeps every digit. */
export const numberCell = (cell: string, value: string | null, style: number, formula?: string): string => {
  if (value === null) return '';
  return `<c r="${cell}" s="${style}">${formula === undefined ? '' : `<f>${formula}</f>`}<v>${value}</v></c>`;
};
