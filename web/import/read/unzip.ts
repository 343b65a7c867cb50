/** A file that cannot be read, in words for the user. */
export class FileProblem extends Error {}

export const NOT_A_SHEET = 'O arquivo não é uma planilha. Envie XLSX ou CSV.';
const DAMAGED = 'A planilha está danificada. Abra, salve de novo e envie outra vez.';

/** Most bytes that the parts of a workbook may have unzipped. */
const MAX_UNZIPPED = 60 * 1024 * 1024;
const TOO_LARGE = 'A planilha descompactada passa de 60 MB. Divida o arquivo.';

/** Files of an archive, unzipped when they are read; what they say of their size is not believed. */
export interface Unzipped {
  names: readonly string[];
  /** @throws FileProblem for a damaged entry, or when all entries read are too large */
  read: (name: string) => Promise<string>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Where the list of entries begins, and how many there are. */
const directoryOf = (view: DataView): { at: number; count: number } => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1) {
    if (view.getUint32(at, true) === END)
      return { at: view.getUint32(at + 16, true), count: view.getUint16(at + 10, true) };
  }
  throw new FileProblem(DAMAGED);
};

interface Entry {
  method: number;
  size: number;
  at: number;
}

const entriesOf = (bytes: Uint8Array): Map<string, Entry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Entry>();
  const directory = directoryOf(view);
  let { at } = directory;
  for (let index = 0; index < directory.count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new FileProblem(DAMAGED);
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)));
    const entry = { method: view.getUint16(at + 10, true), size: view.getUint32(at + 20, true) };
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    entries.set(name, { ...entry, at: start });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
};

/** Opens a ZIP archive. @throws FileProblem for anything else */
export const unzip = (bytes: Uint8Array): Unzipped => {
  let entries: Map<string, Entry>;
  try {
    entries = entriesOf(bytes);
  } catch (error) {
    // A length that points outside of the file.
    if (error instanceof RangeError) throw new FileProblem(DAMAGED);
    throw error;
  }
  let total = 0;
  const inflate = async ({ method, size, at }: Entry): Promise<Uint8Array[]> => {
    const packed = new Blob([bytes.slice(at, at + size)]).stream();
    const stream = method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    const parts: Uint8Array[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts;
      total += value.byteLength;
      if (total > MAX_UNZIPPED) {
        void reader.cancel();
        throw new FileProblem(TOO_LARGE);
      }
      parts.push(value);
    }
  };
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw new FileProblem(DAMAGED);
      const parts = await inflate(entry).catch((error: unknown) => {
        throw error instanceof FileProblem ? error : new FileProblem(DAMAGED);
      });
      return new Blob(parts.map((part) => part.slice())).text();
    },
  };
};
