import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NoBody, type Endpoint } from '#schema/platform/endpoint.ts';
import { startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import { findRoutes, rules } from '#tests/security/twinTenants/endpoints.ts';

/** Bodies that are not JSON; each has its own suite. */
const OTHER_KINDS: Record<string, string> = {
  'POST /oauth/token': 'tests/security/session.test.ts',
  'POST /api/v1/security/recover-password': 'tests/security/passwordLinks.test.ts',
  'POST /api/v1/engineering/cost-databases/imports': 'tests/engineering/sinapi/importFaults.test.ts',
  'POST /api/v1/engineering/cost-databases/:id/resources': 'tests/engineering/ownImports.test.ts',
  'POST /api/v1/engineering/cost-databases/:id/tasks': 'tests/engineering/ownImports.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/schedule/project-file':
    'tests/engineering/schedules/projectFile.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/client-workbook':
    'tests/engineering/costEstimates/clientWorkbook.test.ts',
  'POST /api/v1/engineering/measurements/:measurementId/lines/:rowId/photos':
    'tests/engineering/measurements/files.test.ts',
  'POST /api/v1/financial/company/:companyId/debit/:id/attachments': 'tests/financial/attachments.test.ts',
  'POST /api/v1/financial/company/:companyId/credit/:id/attachments': 'tests/financial/attachments.test.ts',
  'POST /api/v1/financial/company/:companyId/payment-codes/documents': 'tests/financial/paymentCodes/documents.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/files':
    'tests/financial/bankStatements/bankStatements.test.ts',
  'POST /api/v1/financial/company/:companyId/fiscal-documents':
    'tests/financial/fiscalDocuments/fiscalDocuments.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/attachments': 'tests/purchase/quotes/sending.test.ts',
  'POST /api/v1/purchase/quote-request/:token/attachments': 'tests/purchase/quotes/quoteRequest.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/deliveries/:deliveryId/attachments':
    'tests/purchase/orders/deliveryFiles.test.ts',
  'POST /api/v1/purchase/company/:companyId/order-invoice': 'tests/purchase/invoices/matching.test.ts',
};

interface Node {
  const?: unknown;
  type?: string;
  format?: string;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
}

/**
 * Texts of the right format: errors per body are limited, and format errors must not displace the one for the unknown
 * key.
 */
const TEXTS: Record<string, string> = { date: '2026-11-20', decimal: '1.00' };

/** Returns a value with every field of the schema; the values themselves need not be valid. */
const sampleOf = (node: Node): unknown => {
  if (node.anyOf) return sampleOf(node.anyOf.find(({ type }) => type === 'object') ?? node.anyOf[0] ?? {});
  if (node.type === 'array') return [sampleOf(node.items ?? {})];
  if (node.const !== undefined) return node.const;
  if (node.type === 'null') return null;
  if (node.type === 'string') return TEXTS[node.format ?? ''] ?? 'x';
  if (node.type !== 'object') return node.type === 'integer' ? 1 : true;
  return Object.fromEntries(Object.entries(node.properties ?? {}).map(([key, one]) => [key, sampleOf(one)]));
};

/** Returns the value with the unknown key "cor" added once to each object, with the path of the key. */
const unknownFieldsOf = (node: Node, value: unknown, path: string): { path: string; value: unknown }[] => {
  if (node.anyOf) return node.anyOf.flatMap((one) => unknownFieldsOf(one, value, path));
  if (Array.isArray(value)) {
    const [item] = value as unknown[];
    return unknownFieldsOf(node.items ?? {}, item, `${path}0.`).map((inner) => ({ ...inner, value: [inner.value] }));
  }
  const { properties } = node;
  if (!properties || typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(properties).flatMap(([key, one]) =>
    unknownFieldsOf(one, Reflect.get(value, key), `${path}${key}.`).map((inner) => ({
      ...inner,
      value: { ...value, [key]: inner.value },
    })),
  );
  return [{ path: `${path}cor`, value: { ...value, cor: 'azul' } }, ...fields];
};

let ledger: Ledger;
let routes: { key: string; endpoint: Endpoint }[];

beforeAll(async () => {
  ledger = await startLedger();
  routes = (await findRoutes()).filter(({ endpoint: { method } }) => method === 'POST' || method === 'PUT');
});
afterAll(() => ledger.services.stop());

const addressOf = ({ path }: Endpoint): string =>
  path.replace(/:(\w+)/g, (_all, name: string) =>
    name === 'month'
      ? '2026-10'
      : name === 'report'
        ? 'bills-due'
        : String(name === 'companyId' ? ledger.companyId : name === 'accountId' ? ledger.accountId : 1),
  );

const ask = ({ method, ...endpoint }: Endpoint, body: unknown) =>
  ledger.services.api.call(method, addressOf({ method, ...endpoint }), { token: ledger.admin, body });

describe('Every POST and PUT', () => {
  test('is tested here, or in the suite of its kind of body', () => {
    const written = Object.keys(rules()).filter((key) => /^(POST|PUT) /.test(key));
    expect(routes.map(({ key }) => key).sort()).toEqual(written.sort());
    const others = routes.filter(({ endpoint: { bodyKind } }) => bodyKind !== 'json').map(({ key }) => key);
    expect(others.sort()).toEqual(Object.keys(OTHER_KINDS).sort());
  });

  test('rejects an unknown field at its path, in every object of its body', async () => {
    const tried: string[] = [];
    const missed: string[] = [];
    for (const { key, endpoint } of routes) {
      if (endpoint.bodyKind !== 'json') continue;
      const node = (endpoint.body === NoBody ? { type: 'object', properties: {} } : endpoint.body) as Node;
      for (const { path, value } of unknownFieldsOf(node, sampleOf(node), '')) {
        tried.push(`${key} ${path}`);
        const { status, body } = await ask(endpoint, value);
        const isReported = (body.fields ?? []).some(
          (field: { path: string; message: string }) => field.path === path && field.message === 'Campo desconhecido.',
        );
        if (status !== 400 || !isReported) missed.push(`${key} ${path}: ${status} ${JSON.stringify(body.fields)}`);
      }
    }
    expect(missed).toEqual([]);
    expect(tried.length).toBeGreaterThan(routes.length);
  });
});
