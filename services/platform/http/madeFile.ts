import { dispositionOf, safeFileName } from './fileName.ts';

const TYPES = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
  XML: 'application/xml; charset=utf-8',
} as const;

/** A file that a call answers with, and the headers of that answer. */
export interface MadeFile {
  name: string;
  headers: Record<string, string>;
  content: Buffer;
}

/** Names a file that was made for the user: always saved, never shown as a page, and kept by no cache in between. */
export const madeFile = (name: string, format: keyof typeof TYPES, content: Buffer): MadeFile => {
  const extension = `.${format.toLowerCase()}`;
  const safe = safeFileName(`${name}${extension}`, [extension]);
  return {
    name: safe,
    headers: {
      'content-type': TYPES[format],
      'content-disposition': dispositionOf(safe),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    content,
  };
};
