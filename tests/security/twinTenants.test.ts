import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findRoutes } from './twinTenants/endpoints.ts';
import { ownDraft, Prober, state } from './twinTenants/probe.ts';
import { routeTarget } from './twinTenants/requests.ts';
import { findRow } from './twinTenants/rows.ts';
import { checksums, MISSING_ID } from './twinTenants/tables.ts';
import type { Position, Target } from './twinTenants/target.ts';
import { leakIn, openWorld, remove, ROLES, type Role, type World } from './twinTenants/world.ts';

/**
 * Two accounts with the same rows. Every role of one requests every route with ids of the other (domain.md §2). The
 * harness discovers routes, places of ids and tables, and fails on any that it cannot handle.
 */
let world: World;
let routes: Target[];
let prober: Prober;

beforeAll(async () => {
  world = await openWorld();
  routes = (await findRoutes()).map((route) => routeTarget(world.services, route));
  prober = new Prober(world);
}, 300_000);
afterAll(() => world.services.stop());

const methodOf = ({ key }: Target): string => key.split(' ')[0] ?? '';
/** Leaves out mailed links, which return 429 after a number of attempts by an address. */
const reading = () => routes.filter((route) => methodOf(route) === 'GET' && !route.key.endsWith('/confirm'));

describe('The data of the isolation tests', () => {
  test('has rows of the other account in every table with account rows', async () => {
    const lines = await checksums(world.services.seed, world.tables, world.otherAccountId);
    expect(lines.filter((line) => line.split(' ')[1] === '0')).toEqual([]);
  });

  test('is compared by a state that notices one changed row', async () => {
    const before = await state(world);
    const [unit] = await world.services.seed.sql<{ id: number; description: string }>(
      'select id, description from units where account_id = $1 limit 1',
      [world.otherAccountId],
    );
    const rename = (description: unknown) =>
      world.services.seed.sql('update units set description = $1 where id = $2', [description, unit?.id]);
    await rename('Outra');
    expect(await state(world)).not.toEqual(before);
    await rename(unit?.description);
    // That it changed twice is kept.
    const rows = (lines: string[]) => lines.filter((line) => !line.startsWith('row_changes '));
    expect(rows(await state(world))).toEqual(rows(before));
  });

  test('has a marker text in every column of free text', () => {
    expect(world.unmarked).toEqual([
      'access_tokens.method',
      'accountant_folders.sha256',
      // Only of requests that were decided.
      'anonymisations.outcome',
      'api_tokens.access',
      'api_tokens.last_four',
      'assistant_messages.event',
      // Only of answers.
      'assistant_messages.frame',
      'assistant_messages.kind',
      'assistant_messages.link',
      'assistant_messages.permission',
      'assistant_messages.sender',
      'assistant_preferences.quiet_from',
      'assistant_preferences.quiet_to',
      'assistant_told.event',
      'bank_links.did',
      'bank_statement_file_lines.outcome',
      'bank_statement_files.state',
      'catalogues.source',
      'categories.type',
      'companies.tax_id',
      'company_logos.media_type',
      // Only of the lines that an amendment adds.
      'cost_estimate_amendment_lines.description',
      'cost_estimate_amendment_lines.source_code',
      'cost_estimate_amendment_lines.unit',
      'cost_estimate_amendments.status',
      'cost_estimate_groups.code',
      // Only of services that are typed.
      'cost_estimate_lines.unit',
      'cost_estimate_resources.type',
      'cost_estimate_revisions.reason',
      'deleted_contents.kind',
      'deleted_documents.type',
      'document_days.status',
      'document_days.type',
      'document_list_sums.status',
      'document_list_sums.type',
      'document_lists.status',
      'document_lists.type',
      // Keys, tax ids and codes that have to be right.
      'fiscal_cancellations.access_key',
      'fiscal_cancellations.event',
      'fiscal_documents.access_key',
      'fiscal_documents.issuer_tax_id',
      'fiscal_documents.kind',
      'fiscal_documents.receiver_tax_id',
      'fiscal_documents.series',
      'flow_sums.type',
      'import_report_rows.outcome',
      'input_categories.kind',
      'installment_payment_codes.bank',
      'installment_payment_codes.code',
      'installment_payment_codes.kind',
      'installment_sums.type',
      'installments.payment_method',
      'installments.type',
      'jobs.kind',
      'jobs.permission',
      'jobs.state',
      'link_tokens.purpose',
      'list_columns.list',
      // Its letters are checked.
      'measurement_bulletins.verification_code',
      'measurement_contracts.kind',
      'measurements.status',
      // Only of orders that were decided.
      'month_closing_rows.kind',
      // Null of what is still closed.
      'month_closings.reopen_reason',
      'month_exception_uses.entity',
      'month_exceptions.kind',
      'order_approvals.reason',
      'order_approvals.status',
      // Checked digits.
      'order_deliveries.access_key',
      'order_dispatches.answer',
      'order_dispatches.decision',
      'orders.pay_after_base',
      'orders.state',
      // At least 20 characters.
      'organizations.proof',
      'outgoing_mail.kind',
      'partner_payment_changes.action',
      'partner_payment_changes.target',
      'partners.phone',
      'partners.postal_code',
      'partners.state',
      'partners.tax_id',
      'partners.type',
      'passkey_challenges.purpose',
      'permission_template_grants.permission',
      'product_prices.origin',
      'product_tables.regime',
      'product_tables.source',
      'product_tables.state',
      'quote_answers.freight',
      'register_import_rows.entity',
      'register_imports.entity',
      'report_favourites.report',
      'report_files.format',
      'report_files.report',
      'report_schedule_deliveries.state',
      // Only of recipients who are no users.
      'report_schedule_recipients.address',
      'report_schedules.empty_result',
      'report_schedules.period',
      'report_schedules.report',
      'report_schedules.rhythm',
      'report_schedules.time_of_day',
      'result_sums.measure',
      'result_sums.type',
      'retention_rules.city',
      'retention_rules.fact',
      'retention_rules.tax',
      'retention_rules.working_day_rule',
      'row_changes.entity',
      'saved_reports.report',
      'saved_views.list',
      'schedule_days_off.type',
      'schedule_items.constraint_type',
      'schedule_items.milestone',
      'schedule_links.lag_unit',
      'schedule_links.type',
      'site_flow_sums.type',
      'site_result_sums.measure',
      'site_result_sums.type',
      'site_total_sums.measure',
      'site_total_sums.type',
      'statement_notes.regime',
      'transaction_comments.type',
      'transaction_model_dismissals.type',
      'transaction_models.competence',
      'transaction_models.recurrence',
      'transaction_models.type',
      'transaction_models.value_rule',
      'transaction_models.working_day_rule',
      'transaction_retentions.city',
      'transaction_retentions.fact',
      'transaction_retentions.tax',
      'transaction_retentions.working_day_rule',
      'transaction_sums.status',
      'transaction_sums.type',
      'transactions.status',
      'transactions.type',
      // Free text, but too short for a canary.
      'units.acronyms',
      'user_accesses.kind',
      'user_accesses.method',
      'user_permissions.permission',
      'wallet_flow_sums.type',
      'wallet_sums.type',
      // Only of attempts without an answer.
      'webhook_attempts.error',
      'webhook_deliveries.error',
      'webhook_deliveries.event_id',
      'webhook_deliveries.state',
      // Only of those that are paused.
      'webhooks.pause_reason',
      'webhooks.state',
    ]);
  });

  test('has a row of the other account for every parameter that is an id', () => {
    const places = routes.flatMap(({ key, positions }) => positions.map(({ kind }) => ({ key, kind })));
    const side = { side: 'DEBIT', use: 'main' } as const;
    expect(places.filter(({ kind }) => findRow(world.other, kind, side) === undefined)).toEqual([]);
  });
});

describe('With ids of the other account', () => {
  test('every route answers as for an unknown id, returns no data of it and writes nothing', async () => {
    const before = await state(world);
    for (const route of routes) {
      expect(await prober.tryIds(route, world.other)).toEqual([]);
      expect([route.key, await state(world)]).toEqual([route.key, before]);
    }
    // Guards against a harness that tests too little: at least 2,000 requests, 300 with ids in bodies.
    expect(prober.count).toBeGreaterThan(2_000);
    expect(prober.inBodies).toBeGreaterThan(300);
  }, 300_000);

  test('the keys of a permission map are checked like other ids', async () => {
    const { services, accountId, own, other, tokens } = world;
    const [company, building] = [own.get('company') ?? 0, own.get('building') ?? 0];
    const before = await state(world);
    const answersTo = async (theirCompany: number, theirBuilding: number) => {
      const maps = [{ [theirCompany]: { '-1': ['DEBIT'] } }, { [company]: { [theirBuilding]: ['DEBIT'] } }];
      const answers: string[] = [];
      for (const permissions of [...maps, { [company]: { [building]: ['DEBIT'] }, ...maps[0] }]) {
        const url = `/api/v1/financial/account/${accountId}/user`;
        const body = { login: 'invasora@exemplo.com.br', name: 'Invasora', permissions };
        const { status, text } = await services.api.post(url, {
          ...(tokens.admin ? { token: tokens.admin } : {}),
          body,
        });
        expect([400, 404, 422]).toContain(status);
        const plain = text.replace(/"requestId":"[^"]*"/, '');
        answers.push(`${status} ${plain.replaceAll(String(theirCompany), '#').replaceAll(String(theirBuilding), '#')}`);
      }
      return answers;
    };
    const answers = await answersTo(other.get('company') ?? 0, other.get('building') ?? 0);
    expect(answers).toEqual(await answersTo(MISSING_ID, MISSING_ID));
    expect(answers.filter((answer) => leakIn('pagador', answer) !== null)).toEqual([]);
    expect(await state(world)).toEqual(before);
  });

  test('an Idempotency-Key of the other account is new here, and each user’s keys are their own', async () => {
    const { services, accountId, otherAccountId, tokens, otherAdmin } = world;
    const headers = { 'idempotency-key': 'a-mesma-chave' };
    const post = (account: number, token: string | undefined) =>
      services.api.post(`/api/v1/financial/account/${account}/category`, {
        ...(token ? { token } : {}),
        headers,
        body: { type: 'DEBIT', name: `Da conta ${account} ${token === tokens.financeiro ? 'do financeiro' : ''}` },
      });
    const answers = [
      await post(otherAccountId, otherAdmin),
      await post(accountId, tokens.admin),
      await post(accountId, tokens.financeiro),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ headers: replied }) => replied['idempotency-replayed'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3);
    expect(answers.map(({ body }) => body.data.account.id)).toEqual([otherAccountId, accountId, accountId]);
    expect((await post(accountId, tokens.admin)).headers['idempotency-replayed']).toBe('true');
  });
});

describe('With ids of a company or a building without a grant', () => {
  const roles = ROLES.filter((role) => role !== 'admin');
  // A apportionment on a building needs the permission there; without it, the error names the permission (domain.md §2).
  const refusalWillDo = ({ path }: Position) =>
    /^body\.(transactionRecordList\.0\.)?transactionRecordBuildings\.0\.building\.id$/.test(path.join('.'));

  test('every route answers as for an unknown id, returns no data of it and writes nothing', async () => {
    const before = await state(world);
    for (const route of routes) {
      for (const rows of [world.hiddenCompany, world.hiddenBuilding]) {
        expect(await prober.tryIds(route, rows, { roles, refusalWillDo })).toEqual([]);
      }
      expect([route.key, await state(world)]).toEqual([route.key, before]);
    }
  }, 300_000);
});

describe('The data that a role reads', () => {
  const answersTo = async (role: Role): Promise<string[]> => {
    const answers: string[] = [];
    for (const route of reading()) {
      const { status, text } = await prober.ask(route, await ownDraft(world, route), role);
      answers.push(`${route.key} as ${role}: ${status} ${text.replace(/"requestId":"[^"]*"/, '')}`);
    }
    return answers;
  };
  const readAll = async () =>
    new Map(await Promise.all(ROLES.map(async (role) => [role, await answersTo(role)] as const)));
  type Answers = Awaited<ReturnType<typeof readAll>>;
  /** What all roles read since rows were last deleted: a test that deletes some asks again. */
  let lastRead: Promise<Answers> | undefined;
  const everything = () => (lastRead ??= readAll());
  const everythingNow = () => (lastRead = readAll());

  test('has nothing of the other account, and nothing that the role has no grant for', async () => {
    for (const [role, answers] of await everything()) {
      expect(answers).toHaveLength(reading().length);
      expect(answers.filter((answer) => leakIn(role, answer) !== null)).toEqual([]);
    }
  }, 120_000);

  test('does not change when transactions of other buildings and companies are deleted', async () => {
    // Wallets belong to the company: their balances count every transaction (decision 3).
    const ofWallets = /^GET \S*(wallets-summary|cashflow\/paid\/bank)/;
    const compared = (answers: Answers) =>
      ROLES.filter((role) => role !== 'admin').flatMap((role) =>
        answers.get(role)?.filter((answer) => !ofWallets.test(answer)),
      );
    const before = compared(await everything());
    await world.services.seed.sql('delete from retention_releases where id between 600000 and 699999');
    await world.services.seed.sql('delete from transactions where id between 600000 and 699999');
    await remove(world, world.accountId, world.hiddenCompany.get('company'));
    expect(compared(await everythingNow())).toEqual(before);
  }, 120_000);

  test('does not change when the other account is deleted', async () => {
    const before = await everything();
    await remove(world, world.otherAccountId);
    expect(await everythingNow()).toEqual(before);
  }, 120_000);
});

describe('The requests of the isolation tests', () => {
  test('are valid except for the id: with their own ids, an administrator’s all succeed', async () => {
    const order = ['GET', 'POST', 'PUT', 'DELETE'];
    // What is below a row goes before the row.
    const depth = ({ key }: Target): number => (key.startsWith('DELETE ') ? -key.split('/').length : 0);
    const inOrder = [...routes].sort(
      (a, b) => order.indexOf(methodOf(a)) - order.indexOf(methodOf(b)) || depth(a) - depth(b),
    );
    const refused: string[] = [];
    for (const route of inOrder.filter(({ positions }) => positions.length > 0)) {
      const draft = await ownDraft(world, route);
      const { status, text } = await prober.ask(route, draft, 'admin');
      // A browser is sent on.
      const wanted = route.key.endsWith('/sso/start') ? 302 : 200;
      if (status !== wanted) refused.push(`${route.key} ${JSON.stringify(draft)}: ${status} ${text}`);
    }
    expect(refused).toEqual([]);
  });
});
