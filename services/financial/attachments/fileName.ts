/** Characters that a table column and every file system take. */
const MAX_LENGTH = 200;

/** Controls, and marks that turn the reading direction around: "fatura[RLO]fdp.exe" would show as "faturaexe.pdf". */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Extensions of what a computer runs when it is opened. */
const PROGRAM =
  /\.(exe|com|scr|msi|bat|cmd|ps1|vbs?|jse?|jar|hta|lnk|reg|sh|php\d?|phtml|aspx?|jsp|html?|xhtml|svgz?)(?=\.|$)/i;

/**
 * Whether a name was made to deceive: a program's ending anywhere in it ("boleto.pdf.exe", "boleto.exe.pdf"), marks that
 * turn the reading direction around, bytes that end a text early, a way out of the folder.
 */
export const isDeceptive = (sent: string): boolean =>
  PROGRAM.test(sent.trim()) || /[\p{Cc}\u202a-\u202e\u2066-\u2069]|(^|[/\\])\.\.([/\\]|$)/u.test(sent);

/** Extension with its dot, in lower case; '' when there is none. */
export const extensionOf = (name: string): string => /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? '';

/**
 * A name that is safe to store, to show and to save as: no folders, nothing invisible, no characters that file systems
 * refuse, at most 200 long with its extension kept. `extensions` are those of the content; a name with another one gets
 * the first of them added, so that a picture called "boleto.exe" is not saved as a program.
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

/** Content-Disposition that saves under this name everywhere: ASCII for old readers, UTF-8 for all others (RFC 6266). */
export const dispositionOf = (name: string): string => {
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
};
