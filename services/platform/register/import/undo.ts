import type { FastifyInstance } from 'fastify';
import type { undoImportEndpoint, ImportUndo, ImportUndoOutcome } from '#schema/platform/imports.ts';
import type { Work } from '../../db/unitOfWork.ts';
import { implement } from '../../http/route.ts';
import { closeImport, writtenBy } from './recorded.ts';
import type { Reversal, Undone, Undoing } from './reversal.ts';

/** `POST …/import/:importId/undo` of any register. */
export type UndoEndpoint = ReturnType<typeof undoImportEndpoint<Record<never, never>>>;

/** The history of every row says whose import was taken back. */
const withUndo = (work: Work, fileName: string): Work => ({
  ...work,
  audit: (entry) => work.audit({ ...entry, details: { ...(entry.details as object), undoneImport: fileName } }),
});

const resultOf = (rows: readonly Undone[]): ImportUndo => {
  const count = (wanted: ImportUndoOutcome) => rows.filter(({ outcome }) => outcome === wanted).length;
  return {
    counts: { removed: count('REMOVED'), restored: count('RESTORED'), left: count('LEFT') },
    rows: [...rows],
  };
};

/** Takes back what one import wrote: its own rows, then the references that were made for them. */
export const implementUndo = (
  app: FastifyInstance,
  endpoint: UndoEndpoint,
  entity: string,
  reversals: readonly Reversal[],
): void =>
  implement(app, endpoint, ({ session, params, write }) =>
    write(async (trx, work) => {
      const fileName = await closeImport(trx, work, entity, params.importId);
      const written = await writtenBy(trx, session.accountId, params.importId);
      const { companyId = null } = params as { companyId?: number };
      const undoing: Undoing = { trx, session, companyId, work: withUndo(work, fileName) };
      const rows: Undone[] = [];
      for (const [kind, ofKind] of written) {
        const reversal = reversals.find((one) => one.entity === kind);
        if (!reversal) throw new Error(`Nothing takes back rows of ${kind}`);
        rows.push(...(await reversal.takeBack(undoing, ofKind)));
      }
      return resultOf(rows);
    }),
  );
