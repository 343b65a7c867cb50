import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';

export interface OpenPdf {
  pdf: PDFDocumentProxy;
  /** Height by width of the first page, which the others take until they are read. */
  ratio: number;
  /** Some pictures are JPEG 2000, for which there is no decoder. */
  hasHiddenPictures: boolean;
}

/** Draws only: no script, form or link of the file works, and nothing is fetched for it. */
const SAFE = {
  isEvalSupported: false,
  enableXfa: false,
  useWorkerFetch: false,
  useWasm: false,
  useSystemFonts: true,
  maxImageSize: 120_000_000,
  verbosity: 0,
};

type Loading = ReturnType<typeof getDocument>;

/** Opens a PDF until `close` is called. */
export const openPdf = (blob: Blob): { result: Promise<OpenPdf>; close: () => void } => {
  let loading: Loading | undefined;
  let closed = false;
  const open = async (): Promise<OpenPdf> => {
    const data = new Uint8Array(await blob.arrayBuffer());
    if (closed) throw new Error('closed while it was read');
    const hasHiddenPictures = new TextDecoder('latin1').decode(data).includes('/JPXDecode');
    loading = getDocument({ data, ...SAFE });
    const pdf = await loading.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, ratio: height / width, hasHiddenPictures };
  };
  return {
    result: open(),
    close: () => {
      closed = true;
      void loading?.destroy();
    },
  };
};
