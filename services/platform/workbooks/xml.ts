import { setImmediate } from 'node:timers/promises';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DAMAGED, WorkbookProblem } from './problem.ts';

/** An element where it stands in the text: its tag from `start` to `end`. */
export interface Tag {
  /** Without its prefix: some writers use "x:row" for "row". */
  name: string;
  /** "x:" of "x:row", else "". */
  prefix: string;
  attributes: Readonly<Record<string, string>>;
  start: number;
  end: number;
}

export interface XmlHandlers {
  opened?(tag: Tag): void;
  closed?(tag: Omit<Tag, 'attributes'>): void;
  text?(text: string): void;
  /** True ends the reading before the end of the text. */
  enough?(): boolean;
}

/** Characters between which other work gets its turn. */
const STEP = 256 * 1024;

const split = (name: string): { name: string; prefix: string } => {
  const at = name.indexOf(':') + 1;
  return { name: name.slice(at), prefix: name.slice(0, at) };
};

/** Parses XML with the places of its tags. @throws WorkbookProblem for damaged XML and for a document type */
export const scanXml = async (xml: string, handlers: XmlHandlers): Promise<void> => {
  const parser = new SaxesParser();
  const refuse = (): never => {
    throw new WorkbookProblem(DAMAGED);
  };
  // "<" stands in a tag only at its beginning.
  const placed = (name: string) => ({
    ...split(name),
    start: xml.lastIndexOf('<', parser.position - 1),
    end: parser.position,
  });
  // A document type could declare entities.
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  const { opened, closed, text } = handlers;
  if (opened) {
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => opened({ ...placed(name), attributes }));
  }
  if (closed) parser.on('closetag', ({ name }: SaxesTagPlain) => closed(placed(name)));
  if (text) parser.on('text', text);
  for (let at = 0; at < xml.length; at += STEP) {
    parser.write(xml.slice(at, at + STEP));
    if (handlers.enough?.()) return;
    if (at + STEP < xml.length) await setImmediate();
  }
  parser.close();
};

/** Attributes of the elements of a name. */
export const elementsOf = async (xml: string, element: string): Promise<Readonly<Record<string, string>>[]> => {
  const found: Readonly<Record<string, string>>[] = [];
  await scanXml(xml, { opened: ({ name, attributes }) => void (name === element && found.push(attributes)) });
  return found;
};

/** What stands between two places of a text instead of what stood there. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

export const withReplacements = (text: string, replacements: readonly Replacement[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: other } of [...replacements].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(at, start), other);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
};
