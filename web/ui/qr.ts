import { correction, generate, mode } from 'lean-qr';

/**
 * Modules of a QR code, row by row; true is dark. A Pix is UTF-8, as its check digits are: letters with accents are not left to
 * the library's choice.
 */
export const qrModules = (text: string): boolean[][] => {
  const plain = /^[\x20-\x7e]*$/.test(text);
  const content = plain ? text : mode.bytes(new TextEncoder().encode(text));
  const code = generate(content, { minCorrectionLevel: correction.M });
  return Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (__, x) => code.get(x, y)));
};

/** The dark modules as the path of an SVG, a run of a row at a time. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string =>
  modules
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
