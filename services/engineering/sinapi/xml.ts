import type { Readable } from 'node:stream';
import { JobRefused } from '../../platform/jobs/kinds.ts';
import { parseXml as parse, type XmlHandlers } from '../../platform/xml.ts';

const SENTENCES = {
  entities: 'A planilha contém declarações de entidades XML, que uma planilha do SINAPI não tem. Nada foi lido.',
  damaged: 'A planilha está danificada: envie o arquivo de novo, como foi publicado.',
};

/** Parses a part of a published workbook. @throws JobRefused */
export const parseXml = (source: Readable, handlers: XmlHandlers): AsyncGenerator<void> =>
  parse(source as AsyncIterable<Buffer>, handlers, (reason) => new JobRefused(SENTENCES[reason]));
