/** Fits the database column and common file systems. */
const MAX_LENGTH = 200;

/** Control characters and bidirectional marks: "fatura[RLO]fdp.exe" would display as "faturaexe.pdf". */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Extensions that an operating system or a browser executes. */
const PROGRAM =
  /\.(exe|com|scr|msi|bat|cmd|ps1|vbs?|jse?|jar|hta|lnk|reg|sh|php\d?|phtml|aspx?|jsp|html?|xhtml|svgz?)(?=\.|$)/i;

/**
 * Whether a name is deceptive: an executable extension anywhere ("boleto.pdf.exe", "boleto.exe.pdf"), bidirectional or
 * control characters, or path traversal.
 */
export const isDeceptive = (sent: string): boolean =>
  PROGRAM.test(sent.trim()) || /[\p{Cc}\u202a-\u202e\u2066-\u2069]|(^|[/\\])\.\.([/\\]|$)/u.test(sent);

/** Returns the extension with its dot, in lower case, or ''. */
export const extensionOf = (name: string): string => /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? '';

/**
 * Returns a name that is safe to store, display and save: without folders, invisible characters and characters that
 * file systems reject, at most 200 long including the extension. `extensions` are those of the content's type: if the
 * name has none of them, the first is appended, so that a picture named "boleto.exe" is not saved as a program.
 */
export const safeFileName = (sent: string, extensions: readonly string[]): string => {
  const bare = (sent.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const own = extensionOf(bare);
  const extension = extensions.includes(own) ? bare.slice(bare.length - own.length) : (extensions[0] ?? '');
  const stem = extensions.includes(own) ? bare.slice(0, bare.length - own.length) : bare;
  const room = MAX_LENGTH - extension.length;
  return `${[...(stem || 'arquivo')].slice(0, room).join('')}${extension}`;
};

/** Content-Disposition with an ASCII name for old clients and a UTF-8 name for all others (RFC 6266). */
export const dispositionOf = (name: string): string => {
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
};
