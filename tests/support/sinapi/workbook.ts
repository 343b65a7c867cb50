import { COEFFICIENT_UNIT, REGIMES, STATES, type Month, type Priced } from './model.ts';
import { zip, type ZipEntry } from './zip.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

const LETTERS = Array.from({ length: 80 }, (_, index) =>
  index < 26
    ? String.fromCharCode(65 + index)
    : 'AB'.charAt(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26)),
);

/** Builds the XML of one sheet; texts go to the workbook's shared strings. */
class Sheet {
  #rows: string[] = [];
  #last = 0;
  readonly #shared: Map<string, number>;

  constructor(shared: Map<string, number>) {
    this.#shared = shared;
  }

  row(number: number, cells: readonly (string | undefined)[]): void {
    this.#last = number;
    this.#rows.push(
      `<row r="${number}">${cells.map((cell, column) => cell?.replace('@', `${LETTERS[column]}${number}`) ?? '').join('')}</row>`,
    );
  }

  text(value: string): string {
    const index = this.#shared.get(value) ?? this.#shared.size;
    this.#shared.set(value, index);
    return `<c r="@" t="s"><v>${index}</v></c>`;
  }

  number(value: string): string {
    return `<c r="@"><v>${value}</v></c>`;
  }

  /** A code as published: a link whose cached value is 0. */
  link(code: string): string {
    return `<c r="@"><f>HYPERLINK(&quot;#&apos;Analítico&apos;!B&quot;&amp;MATCH(${code},A:A,0),${code})</f><v>0</v></c>`;
  }

  xml(): Buffer {
    const head =
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
    const dimension = `<dimension ref="A1:BF${Math.max(this.#last, 1)}"/>`;
    return Buffer.from(`${head}${dimension}<sheetData>${this.#rows.join('')}</sheetData></worksheet>`);
  }
}

const reais = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

/** A price as spreadsheets store it: some as the binary number's 17 digits, some as Brazilian text. */
const price = (sheet: Sheet, cents: bigint, index: number): string => {
  const text = reais(cents);
  if (index % 97 === 5) return sheet.text(text.replace('.', ','));
  return sheet.number(index % 3 === 0 ? Number(text).toPrecision(17) : text);
};

export interface WorkbookOptions {
  month?: string;
  emission?: string;
  /** Changes the entries of the archive, for files that are to be refused. */
  change?: (entries: ZipEntry[]) => ZipEntry[];
  /** Sheets to leave out or to call by another name. */
  renamed?: Readonly<Record<string, string | null>>;
}

const headOf = (sheet: Sheet, { month = '10/2026', emission = '12/11/2026' }: WorkbookOptions, title: string): void => {
  sheet.row(1, [sheet.text('SINAPI - Sistema Nacional de Pesquisa de Custos e Índices da Construção Civil')]);
  sheet.row(2, [sheet.text(title)]);
  sheet.row(3, [sheet.text('MÊS DE REFERÊNCIA:'), sheet.text(month)]);
  sheet.row(4, [sheet.text('DATA DE EMISSÃO:'), sheet.text(emission)]);
};

const inputSheet = (sheet: Sheet, inputs: readonly Priced[], regime: number): void => {
  const titles = ['Classificação', 'Código do\nInsumo', 'Descrição do Insumo', 'Unidade', 'Origem de Preço', ...STATES];
  sheet.row(
    10,
    titles.map((title) => sheet.text(title)),
  );
  inputs.forEach((input, index) => {
    const prices = (input.prices[regime] ?? []).map((cents, state) =>
      cents === null ? undefined : price(sheet, cents, index + state),
    );
    const texts = [sheet.text(input.group), sheet.number(input.code), sheet.text(input.name), sheet.text(input.unit)];
    sheet.row(11 + index, [...texts, sheet.text('C'), ...prices]);
  });
};

const compositionSheet = (sheet: Sheet, compositions: readonly Priced[], regime: number): void => {
  const blank: undefined[] = [undefined, undefined, undefined, undefined];
  sheet.row(9, [...blank, ...STATES.flatMap((state) => [sheet.text(state), undefined])]);
  const titles = [
    'Grupo',
    'Código da\nComposição',
    'Descrição',
    'Unidade',
    ...STATES.flatMap(() => ['Custo (R$)', '%AS']),
  ];
  sheet.row(
    10,
    titles.map((title) => sheet.text(title)),
  );
  compositions.forEach((one, index) => {
    // No price is published as cost 0 without %AS.
    const prices = (one.prices[regime] ?? []).flatMap((cents, state) =>
      cents === null ? [sheet.number('0'), undefined] : [price(sheet, cents, index + state), sheet.number('0.1254')],
    );
    const texts = [sheet.text(one.group), sheet.link(one.code), sheet.text(one.name), sheet.text(one.unit)];
    sheet.row(11 + index, [...texts, ...prices]);
  });
};

const coefficientOf = (value: bigint): string =>
  `${value / COEFFICIENT_UNIT}.${String(value % COEFFICIENT_UNIT).padStart(7, '0')}`;

const linesSheet = (sheet: Sheet, { compositions }: Month): number => {
  const titles = [
    'Grupo',
    'Código da\nComposição',
    'Tipo Item',
    'Código do\nItem',
    'Descrição',
    'Unidade',
    'Coeficiente',
    'Situação',
  ];
  sheet.row(
    10,
    titles.map((title) => sheet.text(title)),
  );
  let number = 10;
  for (const { code, name, unit, group, lines } of compositions) {
    const own = [sheet.text(group), sheet.link(code), undefined, undefined, sheet.text(name), sheet.text(unit)];
    sheet.row((number += 1), own);
    for (const line of lines) {
      const item = [sheet.text(line.kind), sheet.link(line.code), sheet.text('ITEM'), sheet.text('UN')];
      const coefficient = Number(coefficientOf(line.coefficient)).toExponential();
      sheet.row((number += 1), [
        sheet.text(group),
        sheet.link(code),
        ...item,
        sheet.number(coefficient),
        sheet.text('ATIVO'),
      ]);
    }
  }
  return number;
};

/** A workbook "SINAPI_Referência" as published from 2025 on, with its quirks. */
export const workbookOf = (month: Month, options: WorkbookOptions = {}): Buffer => {
  const shared = new Map<string, number>();
  const sheets: [string, Sheet][] = [];
  const add = (name: string, title: string, fill: (sheet: Sheet) => void): void => {
    const called = options.renamed?.[name] === undefined ? name : options.renamed[name];
    if (called === null) return;
    const sheet = new Sheet(shared);
    headOf(sheet, options, title);
    fill(sheet);
    sheets.push([called, sheet]);
  };
  add('Menu', 'Menu', () => undefined);
  REGIMES.forEach((regime, index) => add(`I${regime}`, 'Insumos', (sheet) => inputSheet(sheet, month.inputs, index)));
  REGIMES.forEach((regime, index) =>
    add(`C${regime}`, 'Composições', (sheet) => compositionSheet(sheet, month.compositions, index)),
  );
  add('Analítico', 'Analítico', (sheet) => void linesSheet(sheet, month));

  const xml = (name: string, body: string): ZipEntry => ({
    name,
    content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${body}`),
  });
  const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const names = sheets.map(
    ([name], index) => `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const targets = sheets.map(
    (_sheet, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const texts = [...shared.keys()].map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`);
  const entries: ZipEntry[] = [
    xml('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    xml('xl/workbook.xml', `<workbook xmlns:r="${relationships}"><sheets>${names.join('')}</sheets></workbook>`),
    xml('xl/_rels/workbook.xml.rels', `<Relationships>${targets.join('')}</Relationships>`),
    ...sheets.map(([, sheet], index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: sheet.xml() })),
    xml('xl/sharedStrings.xml', `<sst>${texts.join('')}</sst>`),
  ];
  return zip(options.change?.(entries) ?? entries);
};
