/** Files that were dropped, pasted or chosen, by what can be done with them. */
export interface SplitFiles {
  /** Read as notas; what is none is refused with a sentence. */
  notas: File[];
  /** PDFs and photos. */
  scans: File[];
}

const isScan = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === 'application/pdf' || type.startsWith('image/') || /\.(pdf|jpe?g|png|webp|heic)$/i.test(name);

export const splitFiles = (files: readonly File[]): SplitFiles => ({
  notas: files.filter((file) => !isScan(file)),
  scans: files.filter(isScan),
});

/** A pasted text that is an XML, as a file. */
export const xmlOfText = (text: string): File | null =>
  /^\s*<(\?xml|[\w:]*(nfeProc|NFe|NFSe|procEventoNFe|evento)\b)/.test(text)
    ? new File([text], 'colado.xml', { type: 'text/xml' })
    : null;

/** Whether there is something among what is dragged that a nota may be in: browsers tell types only. */
export const mayBeNotas = (items: DataTransferItemList): boolean =>
  [...items].some(({ kind, type }) => kind === 'file' && type !== 'application/pdf' && !type.startsWith('image/'));
