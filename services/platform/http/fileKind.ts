/** What a file is that was sent in place of a text of another kind. */
export type FileKind = 'PDF' | 'ZIP' | 'IMAGE' | 'PAGE' | 'JSON';

/** What a file is by its first bytes; null for a text of any other kind. */
export const fileKindOf = (content: Buffer): FileKind | null => {
  const start = content
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^[\s\u00ef\u00bb\u00bf]+/, '');
  if (start.startsWith('%PDF')) return 'PDF';
  if (start.startsWith('PK\u0003\u0004')) return 'ZIP';
  if (/^(\u0089PNG|\u00ff\u00d8\u00ff|GIF8|RIFF)/.test(start)) return 'IMAGE';
  if (/^<!doctype html|^<html/i.test(start)) return 'PAGE';
  return /^[{[]/.test(start) ? 'JSON' : null;
};
