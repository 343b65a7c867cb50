import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { JobRefused } from '../../platform/jobs/kinds.ts';

const ENTITIES = 'A planilha contém declarações de entidades XML, que uma planilha do SINAPI não tem. Nada foi lido.';
const DAMAGED = 'A planilha está danificada: envie o arquivo de novo, como foi publicado.';

export interface XmlHandlers {
  opened?(name: string, attributes: Readonly<Record<string, string>>): void;
  closed?(name: string): void;
  text?(text: string): void;
}

/** Prefixes of names carry no meaning in workbooks: some writers use "x:row" for "row". */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML as it arrives; yields after each chunk, so that a reader hands on what was found and other work gets its
 * turn. @throws JobRefused for damaged XML, and for a document type, which could declare entities
 */
export async function* parseXml(source: Readable, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new StringDecoder('utf8');
  let failure: JobRefused | undefined;
  parser.on('doctype', () => (failure ??= new JobRefused(ENTITIES)));
  parser.on('error', () => (failure ??= new JobRefused(DAMAGED)));
  parser.on('opentag', (tag: SaxesTagPlain) => handlers.opened?.(bare(tag.name), tag.attributes));
  parser.on('closetag', (tag: SaxesTagPlain) => handlers.closed?.(bare(tag.name)));
  parser.on('text', (text) => handlers.text?.(text));
  for await (const chunk of source) {
    parser.write(decoder.write(chunk as Buffer));
    if (failure) throw failure;
    yield;
  }
  parser.close();
  if (failure) throw failure;
  yield;
}
