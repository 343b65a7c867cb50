import { StringDecoder } from 'node:string_decoder';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

export interface XmlHandlers {
  /** `prefix` is '' for a name without one. */
  opened?(name: string, attributes: Readonly<Record<string, string>>, prefix: string): void;
  closed?(name: string): void;
  text?(text: string): void;
}

/** The error to throw for damaged XML, and for a document type, which could declare entities. */
export type XmlRefusal = (reason: 'damaged' | 'entities') => Error;

/** Prefixes of names carry no meaning in workbooks and project files: some writers use "x:row" for "row". */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML as it arrives; yields after each chunk, so that a reader hands on what was found and other work gets its
 * turn. @throws what `refuse` makes
 */
export async function* parseXml(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  handlers: XmlHandlers,
  refuse: XmlRefusal,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new StringDecoder('utf8');
  let failure: Error | undefined;
  parser.on('doctype', () => (failure ??= refuse('entities')));
  parser.on('error', () => (failure ??= refuse('damaged')));
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const colon = name.indexOf(':');
    if (colon < 0) handlers.opened?.(name, attributes, '');
    else handlers.opened?.(name.slice(colon + 1), attributes, name.slice(0, colon));
  });
  parser.on('closetag', (tag: SaxesTagPlain) => handlers.closed?.(bare(tag.name)));
  parser.on('text', (text) => handlers.text?.(text));
  for await (const chunk of source) {
    parser.write(decoder.write(chunk));
    if (failure) throw failure;
    yield;
  }
  parser.close();
  if (failure) throw failure;
  yield;
}
