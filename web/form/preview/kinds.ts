export type PreviewKind = 'pdf' | 'picture';

/** A stored or waiting file that is shown without being saved first. */
export interface PreviewedFile {
  key: string;
  name: string;
  size: number;
  kind: PreviewKind;
  /** Path of the services, or the file that waits on this device. */
  source: string | File;
  /** Absent for a file that is on this device anyway. */
  onDownload?: () => void;
}

/** Pictures that run nothing and that every browser reads: neither SVG nor HEIC. */
const PICTURE = /^image\/(png|jpeg|webp)$/;

/** How a file of this type is shown; null: it is saved and opened by its own program. */
export const previewKindOf = (mediaType: string): PreviewKind | null =>
  mediaType === 'application/pdf' ? 'pdf' : PICTURE.test(mediaType) ? 'picture' : null;
