/** Takes what people paste and drop: a list, or the form in front of it. */
export interface IntakeHost {
  text: (text: string) => void;
  scans: (files: readonly File[]) => void;
}

/** The last one is in front. */
const hosts: IntakeHost[] = [];

/** Reads a text as a code; false while no expense screen is open. */
export const openText = (text: string): boolean => {
  const host = hosts.at(-1);
  host?.text(text);
  return host !== undefined;
};

/** Takes PDFs and photos of bills; false while no expense screen is open. */
export const openScans = (files: readonly File[]): boolean => {
  const host = hosts.at(-1);
  host?.scans(files);
  return host !== undefined;
};

/** Puts a host in front; the answer takes it away. */
export const addHost = (host: IntakeHost): (() => void) => {
  hosts.push(host);
  return () => void hosts.splice(hosts.indexOf(host), 1);
};

const SCAN = /^(application\/pdf|image\/.+)$/;
const SCAN_NAME = /\.(pdf|png|jpe?g|webp|heic|heif)$/i;

/** A PDF or a photo; some browsers know no type of HEIC. */
export const isScan = ({ type, name }: Pick<File, 'type' | 'name'>): boolean => SCAN.test(type) || SCAN_NAME.test(name);
