import { NO_CONNECTION } from '#domain/messages.ts';
import type { SavedDetails } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { isProblem, RestFailure, restFailureText } from '#web/client/errors.ts';
import { isRecord } from '#web/client/storage.ts';
import { authorization, currentToken } from '#web/client/token.ts';
import type { CostEstimateResourceFieldsFragment } from '#web/generated/engineering.ts';
import type { RowChange } from './model/delta.ts';

/** Changes that a mutation of GraphQL has room for (256 KiB); more of them go by REST, as imports do. */
export const MOST_BY_GRAPHQL = 500;

const CODES: Readonly<Record<number, string>> = { 409: 'CONFLICT', 423: 'LOCKED' };
const KEYS = ['id', 'parentId', 'bdiId', 'productId', 'taskId', 'resourceId', 'documentsTo'] as const;

const numbered = (change: Partial<Record<(typeof KEYS)[number], string | null>>): object => ({
  ...change,
  ...Object.fromEntries(
    KEYS.flatMap((key) => {
      const id = change[key];
      return id === undefined || id === null ? [] : [[key, Number.parseInt(id, 10)]];
    }),
  ),
});

/** A change as REST takes it: with ids as numbers. */
const bodyOf = ({ items, ...change }: RowChange): object => ({
  ...numbered(change),
  ...(items && { items: items.map(numbered) }),
});

const keyOf = (id: number | null): string | null => (id === null ? null : String(id));

const resourceOf = (one: SavedDetails['resources'][number]): CostEstimateResourceFieldsFragment => ({
  ...one,
  ...{ id: String(one.id), productId: keyOf(one.productId), taskId: keyOf(one.taskId) },
  productType: one.productType && { ...one.productType, id: String(one.productType.id) },
  costDatabase: one.costDatabase && { ...one.costDatabase, id: String(one.costDatabase.id) },
});

interface ManyChanges {
  companyId: string;
  id: string;
  version: number;
  details: readonly RowChange[];
}

/** Saves any number of changed rows by REST. @throws RestFailure */
export const saveMany = async ({ companyId, id, version, details }: ManyChanges) => {
  const path = `/api/v1/engineering/company/${companyId}/cost-estimate/${id}/detail?version=${version}`;
  const token = currentToken();
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: authorization(token) } : {}) },
    body: JSON.stringify(details.map(bodyOf)),
  }).catch(() => null);
  if (!response) throw new RestFailure(NO_CONNECTION);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok || !isRecord(answer)) {
    const problems = isRecord(answer) && Array.isArray(answer.fields) ? answer.fields.filter(isProblem) : [];
    throw new RestFailure(restFailureText(response.status, answer), problems, CODES[response.status]);
  }
  // Safe cast: the service answers by its contract.
  const { created, resources } = answer.data as SavedDetails;
  return {
    created: created.map(({ key, id: made }) => ({ key, id: String(made) })),
    resources: resources.map(resourceOf),
  };
};
