import { fileTypeFromBuffer } from 'file-type';
import { ruleBroken } from '../../platform/errors.ts';
import { inspectContent } from './content.ts';
import { extensionOf } from '../../platform/http/fileName.ts';

export interface AcceptedType {
  mediaType: string;
  /** With leading dots, the most common first. */
  extensions: readonly string[];
}

const XML: AcceptedType = { mediaType: 'application/xml', extensions: ['.xml'] };

/** Accepted types that have a signature in their content. */
const byContent: readonly AcceptedType[] = [
  { mediaType: 'application/pdf', extensions: ['.pdf'] },
  { mediaType: 'image/png', extensions: ['.png'] },
  { mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  { mediaType: 'image/webp', extensions: ['.webp'] },
  { mediaType: 'image/heic', extensions: ['.heic', '.heif'] },
  { mediaType: 'image/heif', extensions: ['.heif', '.heic'] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['.docx'] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['.xlsx'] },
  XML,
];

/** Accepted text formats: they have no signature, so the extension decides. */
const byName: readonly AcceptedType[] = [
  XML,
  { mediaType: 'application/x-ofx', extensions: ['.ofx'] },
  { mediaType: 'text/csv', extensions: ['.csv'] },
  { mediaType: 'text/plain', extensions: ['.txt'] },
];

const REFUSED =
  'Este tipo de arquivo não é aceito. Anexe PDF, imagem (PNG, JPG, WEBP, HEIC), XML, OFX, CSV, TXT, DOCX ou XLSX.';

/** Whether no byte is impossible in text. Ignores the encoding, because old bank files are windows-1252. */
const isText = (content: Buffer): boolean => content.every((byte) => byte >= 32 || [9, 10, 12, 13, 26].includes(byte));

const DANGEROUS =
  'Este arquivo não é só o que o nome diz, ou traz um programa dentro. Abra-o, salve-o de novo (um PDF: imprima em PDF) e anexe a cópia.';

const UNREADABLE =
  'Este PDF é protegido de um jeito que não deixa ver o que há nele. Abra-o, imprima-o em PDF e anexe a cópia.';

const refuse = (message: string) => ruleBroken(message, [{ path: 'file', message }]);

const typeOf = async (name: string, content: Buffer): Promise<AcceptedType | undefined> => {
  const detected = await fileTypeFromBuffer(content).catch(() => undefined);
  const known = byContent.find(({ mediaType }) => mediaType === detected?.mime);
  if (known) return known;
  const extension = extensionOf(name);
  const text = byName.find(({ extensions }) => extensions.includes(extension));
  return text && isText(content) ? text : undefined;
};

/**
 * Detects a file's type from its content and ignores the type that the client declares.
 * @throws ServiceError 422 at `file` for a type that is not accepted or for content beyond its type
 */
export const acceptedType = async (name: string, content: Buffer): Promise<AcceptedType> => {
  const type = await typeOf(name, content);
  if (!type) throw refuse(REFUSED);
  const verdict = await inspectContent(type.mediaType, content);
  if (verdict !== 'safe') throw refuse(verdict === 'dangerous' ? DANGEROUS : UNREADABLE);
  return type;
};
