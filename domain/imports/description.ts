/**
 * What the text of a cell is read as. `count` is a whole number, `many` are names of references, separated by ";" or ","; `city` may have its state
 * behind it, as lists show it; `money` is above zero; `part` is one of several, "2/3".
 */
export type ImportKind =
  | 'text'
  | 'decimal'
  | 'count'
  | 'yesNo'
  | 'choice'
  | 'reference'
  | 'many'
  | 'city'
  | 'money'
  | 'date'
  | 'part'
  | 'taxId';

/** One field of a register as a column of a spreadsheet. */
export interface ImportField {
  /** Field of the register's body. */
  field: string;
  /** Title of the column in templates and on the screen. */
  title: string;
  /** Other titles that mean the same; compared without case, accents and punctuation. */
  aliases?: readonly string[];
  /** A new row needs it. */
  required?: true;
  /** Default: text. */
  kind?: ImportKind;
  /** Maximum places of a decimal. */
  places?: number;
  /** Words of a choice: what the body says ('' is null) → what the cell says; more words after the first one. */
  choices?: Readonly<Record<string, readonly [string, ...string[]]>>;
  /** References that do not exist yet may be made from the text alone; called so: "unidade", "unidades". */
  makes?: { one: string; many: string; gender: 'o' | 'a' };
  /** The cell of the template's example row. */
  example: string;
}

/** A register as a spreadsheet: templates, mapping of columns, reading and messages follow from it. */
export interface ImportDescription {
  /** Called so on the screen: "fornecedor", "fornecedores". */
  noun: { one: string; many: string; gender: 'o' | 'a' };
  fields: readonly ImportField[];
  /** Rows are documents: one that exists already is told, and stays as it is. */
  documents?: {
    /** Field whose values the screen adds up. */
    sum: string;
    /** Field of the part of a document that a row may be; and how such a row is called. */
    part: { field: string; one: string; many: string };
    /** In the cell of this field, a row that exists already opens what it is, called by the text of another one. */
    tells: string;
    named: string;
  };
}

/** Most rows that one import takes. */
export const MAX_IMPORT_ROWS = 5_000;
/** Longest text of a cell. */
export const MAX_IMPORT_CELL = 4_000;

/** "Ativo" of every register. */
export const ACTIVE_FIELD: ImportField = {
  field: 'active',
  title: 'Situação',
  aliases: ['ativo', 'ativa', 'status'],
  kind: 'yesNo',
  example: 'Sim',
};
