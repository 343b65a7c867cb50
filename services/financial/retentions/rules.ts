import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { toDecimal } from '#domain/decimal.ts';
import { isInForce } from '#domain/financial/retentions/rules.ts';
import { money } from '#domain/money.ts';
import {
  retentionRuleEndpoints as endpoints,
  type RetentionProposal,
  type RetentionRule,
  type RetentionRuleBody,
  type RetentionRuleUpdate,
} from '#schema/financial/retentions/rules.rest.ts';
import { conflict, notFound, ruleBroken, staleVersion } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { checkDate, textOrNull } from '../transactions/bodyTexts.ts';
import { dueDates } from './due.ts';
import { MAX_RULES, readRules } from './rules.store.ts';

const ENTITY = 'retentionRule';
const MISSING = 'Regra de retenção não encontrada.';

/** Rules of what is withheld: who sees expenses reads them, an administrator writes them. */
export const retentionRules = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    retention_rules_key: { message: 'Já existe uma regra deste imposto a partir deste dia.', field: 'validFrom' },
  });

  implement(app, endpoints.list, ({ session, read }) =>
    read(async (trx) => ({ content: await readRules(trx, session.accountId) })),
  );

  implement(app, endpoints.proposals, ({ session, query, read }) =>
    read(async (trx) => ({ content: proposalsOf(await readRules(trx, session.accountId), query) })),
  );

  implement(app, endpoints.create, ({ body, write }) => write((trx, work) => createRule(trx, work, body)));

  implement(
    app,
    endpoints.update,
    ({ params, body, write }) => write((trx, work) => updateRule(trx, work, params.id, body)),
    (trx, { session, params }) => findRule(trx, session.accountId, params.id),
  );

  implement(app, endpoints.remove, ({ params, query, write }) =>
    write((trx, work) => removeRule(trx, work, params.id, query.version)),
  );
};

/** The rules in force on the day of an invoice, each with the due date that it gives. */
const proposalsOf = (
  rules: readonly RetentionRule[],
  { emissionDate, paymentDate = emissionDate }: { emissionDate: IsoDate; paymentDate?: IsoDate | undefined },
): RetentionProposal[] => {
  const due = dueDates([emissionDate, paymentDate]);
  return rules
    .filter((rule) => isInForce(rule, emissionDate))
    .map((rule) => {
      const { day, reason } = due(rule, rule.fact === 'PAYMENT' ? paymentDate : emissionDate);
      return { rule, dueDate: day, dueReason: reason };
    });
};

const findRule = async (trx: Trx, accountId: number, id: number): Promise<RetentionRule> => {
  const found = (await readRules(trx, accountId)).find((rule) => rule.id === id);
  if (!found) throw notFound(MISSING);
  return found;
};

/** Rules of an account change one after the other: their days follow from each other. */
const lockRules = async (trx: Trx, accountId: number): Promise<RetentionRule[]> => {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  return readRules(trx, accountId);
};

/** Figures that are no shape: a rate of nothing, a part of nothing. */
const checkFields = ({ rate, basePercentage }: RetentionRuleUpdate, problems: Problems): void => {
  const within = (value: string) => toDecimal(value).gt(0) && toDecimal(value).lte(100);
  if (!within(rate)) problems.rule('rate', 'A alíquota vai de 0,0001% a 100%.');
  if (basePercentage !== undefined && !within(basePercentage)) {
    problems.rule('basePercentage', 'A base vai de 0,01% a 100% da nota.');
  }
};

const columnsOf = (body: RetentionRuleUpdate) => ({
  rate: body.rate,
  basePercentage: body.basePercentage ?? '100',
  minimum: body.minimum === undefined ? '0.00' : money(body.minimum),
  collector: body.collector.trim(),
  code: textOrNull(body.code),
  legalSource: body.legalSource.trim(),
});

const sameKind = (a: RetentionRule, tax: string, city: string | null): boolean =>
  a.tax === tax && (a.city?.toLowerCase() ?? null) === (city?.toLowerCase() ?? null);

const createRule = async (trx: Trx, work: Work, body: RetentionRuleBody): Promise<RetentionRule> => {
  const { accountId } = work.session;
  const city = textOrNull(body.city);
  const problems = new Problems();
  if (city !== null && body.tax !== 'ISS') problems.rule('city', 'Só o ISS tem regra por município.');
  checkDate(body.validFrom, 'validFrom', problems);
  checkFields(body, problems);
  problems.refuse();
  const rules = await lockRules(trx, accountId);
  if (rules.length >= MAX_RULES) throw ruleBroken(`Uma conta tem no máximo ${MAX_RULES} regras de retenção.`);
  const own = rules.filter((rule) => sameKind(rule, body.tax, city));
  const later = own.find((rule) => rule.validFrom > body.validFrom);
  const before = own.filter((rule) => rule.validFrom < body.validFrom).at(-1);
  if (before) await setEnd(trx, accountId, before.id, addDays(body.validFrom, -1));
  const columns = columnsOf(body);
  const { rows } = await sql<{ id: number }>`
    insert into retention_rules (account_id, tax, city, rate, base_percentage, minimum, fact, due_day, working_day_rule, collector,
      code, legal_source, valid_from, valid_until)
    values (${accountId}, ${body.tax}, ${city}, ${columns.rate}::numeric, ${columns.basePercentage}::numeric,
      ${columns.minimum}::numeric, ${body.fact}, ${body.dueDay}, ${body.workingDayRule}, ${columns.collector}, ${columns.code},
      ${columns.legalSource}, ${body.validFrom}, ${later ? addDays(later.validFrom, -1) : null}::date)
    returning id`.execute(trx);
  const after = await findRule(trx, accountId, rows[0]?.id ?? 0);
  work.audit({ action: 'create', entity: ENTITY, entityId: after.id, details: { after } });
  return after;
};

const setEnd = async (trx: Trx, accountId: number, id: number, day: IsoDate | null): Promise<void> => {
  await sql`update retention_rules set valid_until = ${day}::date, version = version + 1
    where account_id = ${accountId} and id = ${id}`.execute(trx);
};

const updateRule = async (trx: Trx, work: Work, id: number, body: RetentionRuleUpdate): Promise<RetentionRule> => {
  const { accountId } = work.session;
  const problems = new Problems();
  checkFields(body, problems);
  problems.refuse();
  await lockRules(trx, accountId);
  const before = await findRule(trx, accountId, id);
  if (body.version !== undefined && body.version !== before.version) throw staleVersion();
  const columns = columnsOf({ basePercentage: before.basePercentage, minimum: before.minimum, ...body });
  await sql`
    update retention_rules set rate = ${columns.rate}::numeric, base_percentage = ${columns.basePercentage}::numeric,
      minimum = ${columns.minimum}::numeric, fact = ${body.fact}, due_day = ${body.dueDay},
      working_day_rule = ${body.workingDayRule}, collector = ${columns.collector},
      code = ${body.code === undefined ? before.code : columns.code}, legal_source = ${columns.legalSource},
      version = version + 1
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  const after = await findRule(trx, accountId, id);
  work.audit({ action: 'update', entity: ENTITY, entityId: id, details: { before, after } });
  return after;
};

const removeRule = async (trx: Trx, work: Work, id: number, version: number | undefined): Promise<{ id: number }> => {
  const { accountId } = work.session;
  const rules = await lockRules(trx, accountId);
  const found = rules.find((rule) => rule.id === id);
  if (!found) throw notFound(MISSING);
  if (version !== undefined && version !== found.version) throw staleVersion();
  const own = rules.filter((rule) => sameKind(rule, found.tax, found.city));
  if (own.at(-1) !== found) throw conflict('Só a última vigência de um imposto pode ser excluída.');
  await sql`delete from retention_rules where account_id = ${accountId} and id = ${id}`.execute(trx);
  const before = own.at(-2);
  if (before) await setEnd(trx, accountId, before.id, null);
  work.audit({ action: 'delete', entity: ENTITY, entityId: id, details: { before: found } });
  return { id };
};
