import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DetailBody } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { clientWorkbookEndpoints, type ClientLayout } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { invalid, notFound, ruleBroken } from '../../../platform/errors.ts';
import { isDeceptive, safeFileName } from '../../../platform/http/fileName.ts';
import { madeFile } from '../../../platform/http/madeFile.ts';
import { identifyBody, readFilePart } from '../../../platform/http/multipart.ts';
import { implement } from '../../../platform/http/route.ts';
import { isSafeOfficeFile } from '../../../platform/office.ts';
import type { Session } from '../../../platform/session.ts';
import { withNumbers } from '../../../platform/workbooks/edit.ts';
import { ACTIVE, WITH_MACROS } from '../../../platform/workbooks/problem.ts';
import { openWorkbook } from '../../../platform/workbooks/workbook.ts';
import type { EstimateKey } from '../access.ts';
import { holdEstimate } from '../lock.ts';
import type { Reader } from '../read.ts';
import { saveDetails } from '../saveRows.ts';
import { answerOf, PART, readHeads, reading } from './answer.ts';
import { canFill, checkOf, readLayout } from './check.ts';
import type { FileRow } from './fileRows.ts';
import { titlesOf } from './guess.ts';
import { matchRows } from './match.ts';
import {
  keepFile,
  keepLayout,
  readKnown,
  readRemembered,
  readStored,
  removeFile,
  type StoredWorkbook,
} from './store.ts';

const MISSING = 'Este orçamento não tem planilha do cliente.';
const NOT_MAPPED = 'Diga antes o que é cada coluna da planilha do cliente.';
const NOT_EMPTY = 'O orçamento já tem linhas. Elas são ligadas às da planilha.';
const NO_TITLES = 'A linha dos títulos não tem texto na coluna da descrição.';

type Refused = (message: string) => Error;
const atFile: Refused = (message) => ruleBroken(message, [{ path: PART, message }]);

/** @throws ServiceError 400, 413, 422 at the part */
const readUpload = async (request: FastifyRequest): Promise<{ name: string; content: Buffer }> => {
  const { sentAs, content } = await readFilePart(request, PART);
  if (content.length === 0) throw invalid([{ path: PART, message: 'O arquivo está vazio.' }], 'O arquivo está vazio.');
  if (isDeceptive(sentAs)) throw atFile('O nome deste arquivo não serve. Dê outro nome a ele e envie de novo.');
  if (/\.xl(sm|tm|sb)$/i.test(sentAs.trim())) throw atFile(WITH_MACROS);
  const file = { name: safeFileName(sentAs, ['.xlsx']), content };
  identifyBody(request, file);
  // Refuses now what could not be read later.
  await reading(async () => readHeads(await openWorkbook(content)));
  // It is handed to colleagues and to the client, as attachments are.
  if (!(await isSafeOfficeFile(content))) throw atFile(ACTIVE);
  return file;
};

const requireStored = async (trx: Trx, { session }: Reader, id: number): Promise<StoredWorkbook> => {
  const stored = await readStored(trx, session.accountId, id);
  if (!stored) throw notFound(MISSING);
  return stored;
};

const readAnswer = async (trx: Trx, reader: Reader, key: EstimateKey) => {
  const { accountId } = reader.session;
  const known = await readKnown(trx, reader, key);
  const stored = await readStored(trx, accountId, known.estimate.id);
  return { stored, known, remembered: stored?.layout ? [] : await readRemembered(trx, accountId, known) };
};

/** Rows of a file as a save of the cost estimate names them. */
const draftsOf = (rows: readonly FileRow[], withPrices: boolean): DetailBody[] =>
  rows.flatMap((row): DetailBody[] => {
    if (row.rejected) return [];
    const parent = row.parent === null ? undefined : rows[row.parent];
    const place = { key: `r${row.row}`, ...(parent && { parentKey: `r${parent.row}` }) };
    if (row.group) return [{ ...place, type: 'GROUP', description: row.description }];
    const { description, unit, quantity, unitPrice } = row;
    return [{ ...place, type: 'TASK', description, unit, quantity, ...(withPrices && { unitPrice }) }];
  });

interface Confirmed {
  version?: number | undefined;
  layout: ClientLayout;
  fill?: boolean | undefined;
  withPrices?: boolean | undefined;
}

/** Stores a layout and the links that follow from it; the rows of an empty cost estimate are made on demand. */
const confirm = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { key, body: { version, layout, fill = false, withPrices = false } }: { key: EstimateKey; body: Confirmed },
): Promise<{ id: number }> => {
  const { id } = await holdEstimate(trx, reader, key);
  const { content } = await requireStored(trx, reader, id);
  const known = await readKnown(trx, reader, key);
  if (fill && !canFill(known) && known.rows.length > 0)
    throw ruleBroken(NOT_EMPTY, [{ path: 'fill', message: NOT_EMPTY }]);
  const { rows, titles } = await reading(async () => {
    const workbook = await openWorkbook(content);
    const { sheet, rows: read } = await readLayout(workbook, layout);
    return { rows: read, titles: titlesOf(workbook, sheet, layout) };
  });
  if (titles === '') throw ruleBroken(NO_TITLES, [{ path: 'layout.headerRow', message: NO_TITLES }]);
  if (!fill) await keepLayout(trx, work, id, { layout, titles, links: matchRows(rows, known.rows) });
  else {
    const body = draftsOf(rows, withPrices);
    const { created } = await saveDetails(trx, work, reader, { key: { ...key, version }, body });
    const links = new Map(created.map(({ key: name, id: row }) => [Number(name.slice(1)), row]));
    await keepLayout(trx, work, id, { layout, titles, links });
  }
  return { id };
};

/** The client's workbook of a cost estimate: kept, mapped, and given back with its figures. */
export const clientWorkbook = async (app: FastifyInstance): Promise<void> => {
  const readerOf = (session: Session): Reader => ({ session, clock: app.platform.clock });
  const { get, upload, preview, confirm: confirming, export: exporting, remove } = clientWorkbookEndpoints;
  implement(app, get, async ({ session, params, read }) => {
    const { stored, known, remembered } = await read((trx) => readAnswer(trx, readerOf(session), params));
    return answerOf(stored, known, remembered);
  });
  implement(app, upload, async ({ session, params, request, read, write }) => {
    const file = await readUpload(request);
    await write(async (trx, work) => {
      const { id } = await holdEstimate(trx, readerOf(session), params);
      await keepFile(trx, work, id, file);
      return { id };
    });
    const { stored, known, remembered } = await read((trx) => readAnswer(trx, readerOf(session), params));
    return answerOf(stored, known, remembered);
  });
  implement(app, confirming, async ({ session, params, body, read, write }) => {
    await write((trx, work) => confirm(trx, work, readerOf(session), { key: params, body }));
    const { stored, known } = await read((trx) => readAnswer(trx, readerOf(session), params));
    return answerOf(stored, known, []);
  });
  implement(app, remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      const { id } = await holdEstimate(trx, readerOf(session), params);
      if (!(await removeFile(trx, work, id))) throw notFound(MISSING);
      return { id };
    }),
  );
  implement(app, preview, async ({ session, params, body: { layout }, read }) => {
    const { content, known } = await read((trx) => readForUse(trx, readerOf(session), params));
    return reading(async () => {
      const workbook = await openWorkbook(content);
      const file = await readLayout(workbook, layout);
      return checkOf(workbook, { file, layout, links: matchRows(file.rows, known.rows), known }).check;
    });
  });
  implement(app, exporting, async ({ session, params, reply, read }) => {
    const {
      content,
      layout,
      links,
      file: kept,
      known,
    } = await read((trx) => readForUse(trx, readerOf(session), params));
    if (!layout) throw ruleBroken(NOT_MAPPED);
    const copy = await reading(async () => {
      const workbook = await openWorkbook(content);
      const file = await readLayout(workbook, layout);
      const { numbers } = checkOf(workbook, { file, layout, links: new Map(links), known });
      return withNumbers(workbook, file.path, numbers);
    });
    const { headers, content: sent } = madeFile(kept.name.replace(/\.xlsx$/i, ''), 'XLSX', copy);
    void reply.headers(headers);
    return sent;
  });
};

const readForUse = async (trx: Trx, reader: Reader, key: EstimateKey) => {
  const known = await readKnown(trx, reader, key);
  return { ...(await requireStored(trx, reader, known.estimate.id)), known };
};
