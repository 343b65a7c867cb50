import type { FastifyInstance } from 'fastify';
import {
  type ItemResult,
  MAX_ACCEPTED,
  reconciliationEndpoints,
} from '#schema/financial/reconciliation/reconciliation.rest.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { eachItem, numberOf, type Outcome } from '../../platform/http/eachItem.ts';
import { implement, sourceOf } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { acceptItem } from './accept.ts';
import { clerkOf, SENTENCES } from './access.ts';
import { closeThrough } from './closing.ts';
import { countOpenLines, listCandidates, readDesk } from './desk.ts';
import { ignoreLines, restoreLines } from './ignored.ts';
import { readDifferenceLimit, updateSettings } from './settings.ts';
import { reconciliationsOf, undoReconciliation } from './undo.ts';

const UNKNOWN = 'Não foi possível confirmar esta conciliação. Atualize a tela antes de tentar de novo.';

const resultOf = (outcome: Outcome<{ id: number; message?: string | null }>): ItemResult => {
  if (outcome.ok)
    return { ok: true, id: outcome.value.id, error: null, message: outcome.value.message ?? null, fields: [] };
  const { refusal } = outcome;
  const [field] = refusal?.fields ?? [];
  return {
    ok: false,
    id: null,
    error: refusal?.code ?? 'INTERNAL',
    message: field?.message ?? refusal?.message ?? UNKNOWN,
    fields: [...(refusal?.fields ?? [])],
  };
};

/** Reconciliation of the lines of banks (domain.md §3). */
export const reconciliation = async (app: FastifyInstance): Promise<void> => {
  const { clock, constraints } = app.platform;
  const { desk, open, candidates, accept, undo, ignore, restore, close, ...settings } = reconciliationEndpoints;
  constraints.describe(SENTENCES);
  const clerk = (session: Session, companyId: number) => clerkOf(session, companyId, clock.today(session.timeZone));

  implement(app, desk, ({ session, params, query, read }) =>
    read((trx) => readDesk(trx, clerk(session, params.companyId), query)),
  );
  implement(app, open, ({ session, params, read }) =>
    read((trx) => countOpenLines(trx, clerk(session, params.companyId))),
  );
  implement(app, candidates, ({ session, params, query, read }) =>
    read((trx) => listCandidates(trx, clerk(session, params.companyId), query)),
  );

  implement(app, accept, async ({ session, params, body, request }) => {
    const source = sourceOf(request);
    const acceptance = numberOf(source, session);
    const { outcomes } = await eachItem(request, session, source, body.items, (item) => ({
      key: `lines ${item.lines.join(' ')}`,
      body: item,
      run: (trx, work) => acceptItem(trx, work, clerk(session, params.companyId), item, acceptance),
    }));
    return { acceptance: outcomes.some(({ ok }) => ok) ? acceptance : null, results: outcomes.map(resultOf) };
  });

  implement(app, undo, async ({ session, params, body, request, read }) => {
    const { ids, acceptance } = body;
    if ((ids === undefined) === (acceptance === undefined))
      throw invalid([{ path: 'ids', message: 'Informe as conciliações, ou a aceitação de que são.' }]);
    const of = clerk(session, params.companyId);
    const chosen = ids ?? (await read((trx) => reconciliationsOf(trx, of, acceptance ?? '')));
    if (chosen.length === 0) throw notFound('Esta aceitação já foi desfeita.');
    const { outcomes } = await eachItem(request, session, sourceOf(request), chosen.slice(0, MAX_ACCEPTED), (id) => ({
      key: `undo ${id}`,
      body: { id },
      run: (trx, work) => undoReconciliation(trx, work, of, id),
    }));
    return { results: outcomes.map(resultOf) };
  });

  implement(app, ignore, ({ session, params, body, write }) =>
    write((trx, work) => ignoreLines(trx, work, clerk(session, params.companyId), body)),
  );
  implement(app, restore, ({ session, params, body, write }) =>
    write((trx, work) => restoreLines(trx, work, clerk(session, params.companyId), body.lines)),
  );
  implement(app, close, ({ session, params: { companyId, walletId }, body, write }) =>
    write((trx, work) => closeThrough(trx, work, clerk(session, companyId), { walletId, ...body })),
  );

  implement(app, settings.settings, ({ session, read }) =>
    read(async (trx) => ({ differenceLimit: await readDifferenceLimit(trx, session.accountId) })),
  );
  implement(app, settings.updateSettings, ({ body, write }) => write((trx, work) => updateSettings(trx, work, body)));
};
