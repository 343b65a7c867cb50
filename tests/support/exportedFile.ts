import type { ExportLine } from '#schema/lists/export.ts';

/** An answer of the gateway's export: the lines of its head, and the bytes behind them. */
export interface ExportAnswer {
  status: number;
  lines: ExportLine[];
  file: Buffer;
  /** Empty unless there is no file. */
  refusal: Refusal;
}

interface Refusal {
  error?: string;
  message?: string;
  fields?: { path: string; message: string }[];
}

const NEW_LINE = 10;

/** Splits an answer at the line that announces the file, or the failure. */
export const splitExport = (bytes: Buffer): Pick<ExportAnswer, 'lines' | 'file'> => {
  const lines: ExportLine[] = [];
  let at = 0;
  for (let isHead = true; isHead && at < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, at);
    const line = JSON.parse(bytes.toString('utf8', at, end)) as ExportLine;
    lines.push(line);
    at = end + 1;
    isHead = 'rows' in line;
  }
  return { lines, file: bytes.subarray(at) };
};

/** Asks a gateway for a list as a file. */
export const exportOf = async (
  url: string,
  token: string | null,
  body: object,
  signal?: AbortSignal,
): Promise<ExportAnswer> => {
  const answer = await fetch(`${url}/api/v1/lists/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  if (!answer.ok) {
    const refusal = (await answer.json()) as Refusal;
    return { status: answer.status, lines: [], file: Buffer.alloc(0), refusal };
  }
  return { status: answer.status, refusal: {}, ...splitExport(Buffer.from(await answer.arrayBuffer())) };
};
