import { SCIM_BASE } from '#schema/platform/protocolFailures.ts';
import { ServiceError, type FailureCode } from '../../platform/errors.ts';

export const BASE = SCIM_BASE;

export const URN = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
} as const;

/** Details of RFC 7644 §3.12. */
export type ScimType =
  'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'invalidValue' | 'noTarget';

const codes: Readonly<Record<number, FailureCode>> = {
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'CONFLICT',
  413: 'TOO_LARGE',
};

/** A refusal in the protocol's own form. */
export class ScimError extends ServiceError {
  constructor(
    status: number,
    detail: string,
    readonly scimType?: ScimType,
  ) {
    super(status, codes[status] ?? 'INVALID', detail);
  }
}

export const badValue = (detail: string) => new ScimError(400, detail, 'invalidValue');
export const badSyntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax');
export const badPath = (path: string) =>
  new ScimError(400, `Não há o atributo "${path.slice(0, 200)}".`, 'invalidPath');
export const readOnlyPath = (path: string) =>
  new ScimError(400, `"${path.slice(0, 200)}" só pode ser lido.`, 'mutability');
/** The same for one's own and for others' rows: a directory learns nothing of logins that are not its own. */
export const notUnique = () =>
  new ScimError(409, 'Este usuário já existe, ou o endereço não pode ser usado.', 'uniqueness');

/** The organization whose token a call came with: all that the call may touch. */
export interface Directory {
  accountId: number;
  organizationId: number;
  name: string;
  domain: string;
  /** Whether the domain's record is still there, or was until lately: without it nobody new is taken. */
  trusted: boolean;
}

export interface Paging {
  startIndex: number;
  count: number;
}

export const listAnswer = (total: number, { startIndex }: Paging, resources: readonly object[]) => ({
  schemas: [URN.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of a resource; empty ones and null count as none. */
export const textOf = (value: unknown, name: string, limit = 255): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw badValue(`"${name}" precisa ser um texto.`);
  const text = value.trim();
  if (text.length > limit) throw badValue(`"${name}" tem mais de ${limit} letras.`);
  if (/\p{Cc}/u.test(text)) throw badValue(`"${name}" tem caracteres de controle.`);
  return text === '' ? null : text;
};

/** A word of the protocol, whose case does not count; '' for what is no text, as an object that cannot be made one. */
export const wordOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

/** Entra sends "True" and "False" as texts. */
export const booleanOf = (value: unknown, name: string): boolean => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw badValue(`"${name}" precisa ser true ou false.`);
};
