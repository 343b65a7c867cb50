import { sql } from 'kysely';
import { proposeInstallments } from '#domain/financial/fiscalDocuments/installments.ts';
import { documentNumberOf } from '#domain/financial/fiscalDocuments/keys.ts';
import { rateOf } from '#domain/financial/fiscalDocuments/retentions.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { FiscalProposal } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Clerk } from './access.ts';
import { checksOf } from './checks.ts';
import { readChosen } from './choices.ts';
import { readDraft } from './drafts.ts';
import { readHistory, rememberedOf } from './history.ts';
import { notaOf, type Nota } from './nota.ts';
import { findPartner } from './partner.ts';
import { matchItems, type MatchedProducts } from './products.ts';
import { readKey } from './seen.ts';

const companyOf = async (trx: Trx, { session, companyId }: Clerk): Promise<{ name: string; taxId: string | null }> => {
  const { rows } = await sql<{ name: string; taxId: string | null }>`
    select name, tax_id as "taxId" from companies
     where account_id = ${session.accountId} and id = ${companyId}`.execute(trx);
  return rows[0] ?? { name: '', taxId: null };
};

const productOf = ({ byId }: MatchedProducts, id: number | null) => {
  const found = id === null ? undefined : byId.get(id);
  return found ? { id: found.id, code: found.code, name: found.name, unit: found.unit } : null;
};

type Chosen = Awaited<ReturnType<typeof readChosen>>;

const itemsOf = (nota: Nota, matched: MatchedProducts, chosen: Chosen): FiscalProposal['items'] =>
  nota.items.map(({ number, code, name, unit, quantity, unitPrice, value }, index) => {
    const match = matched.matches[index];
    const choice = chosen.get(number);
    return {
      ...{ number, code, name, unit, quantity, unitPrice, value },
      ...(choice === undefined
        ? {
            product: productOf(matched, match?.productId ?? null),
            match: match?.kind ?? null,
            similarity: match?.similarity ?? null,
          }
        : { product: choice, match: 'CHOSEN' as const, similarity: null }),
      others: (match?.others ?? []).flatMap((id) => productOf(matched, id) ?? []),
    };
  });

const MAX_DESCRIPTION = 500;

/** What a draft says, and the expense that it would be. Nothing is stored. @throws ServiceError 404 */
export const proposeExpense = async (
  trx: Trx,
  clerk: Clerk & { today: IsoDate },
  id: number,
): Promise<FiscalProposal> => {
  const { session, today } = clerk;
  const { content, ...document } = await readDraft(trx, clerk, id);
  const nota = await notaOf(content);
  const company = await companyOf(trx, clerk);
  const known = await readKey(trx, clerk, nota.accessKey);
  const found = await findPartner(trx, session.accountId, nota.issuer.taxId);
  const past = found ? await readHistory(trx, clerk, found.id) : [];
  const { usual, ...remembered } = rememberedOf(clerk, past, nota.value);
  const matched = await matchItems(trx, session.accountId, { items: nota.items, partnerId: found?.id ?? null });
  const chosen = await readChosen(trx, session.accountId, id);
  const { net, emissionDate, duplicatas, value } = nota;
  const installments = proposeInstallments({ net, emissionDate, today, duplicatas, usual });
  const { issuer, receiver, operation, notes, competenceDate } = nota;
  return {
    ...{ document, issuer, receiver, operation, notes, emissionDate, competenceDate },
    checks: checksOf(nota, company, known, installments.origin),
    items: itemsOf(nota, matched, chosen),
    ...{ itemsValue: nota.itemsValue, additionsValue: nota.additions, discountValue: nota.discount, netValue: net },
    retentions: nota.withheld.map((one) => ({ ...one, rate: rateOf(one.base, one.value) })),
    partner: found && { id: found.id, name: found.name, taxId: found.taxId, active: found.active },
    partnerOrigin: found ? (found.taxId === issuer.taxId ? 'TAX_ID' : 'ROOT') : 'NEW',
    documentNumber: documentNumberOf(nota),
    description: nota.kind === 'NFSE' ? operation.slice(0, MAX_DESCRIPTION) : null,
    ...remembered,
    preferredPaymentMethod: nota.paymentMethod ?? remembered.preferredPaymentMethod,
    installments: installments.list,
    installmentsOrigin: installments.origin,
    ...(value === document.value ? {} : { document: { ...document, value } }),
  };
};
