import { FETCH_COMPANY_FAILED, NO_CONNECTION } from '#domain/messages.ts';
import { isProblem, RestFailure, restFailureText } from '#web/client/errors.ts';
import { changeAnswered } from '#web/client/fresh.ts';
import { openKeys } from '#web/client/idempotency.ts';
import { isRecord } from '#web/client/storage.ts';
import { authorization, currentToken } from '#web/client/token.ts';

/** File types for the picker; the service checks the content. */
export const LOGO_TYPES = 'image/png,image/jpeg,image/webp';
const MAX_BYTES = 2 * 1024 * 1024;

const bearer = (): string => {
  const token = currentToken();
  return token ? authorization(token) : '';
};

const collection = (accountId: string) => `/api/v1/financial/account/${accountId}/company`;

/** Returns why a file would be rejected, or null. */
export const logoProblem = (file: File): string | null => {
  if (!LOGO_TYPES.split(',').includes(file.type)) return 'Envie o logo em PNG, JPG ou WEBP.';
  return file.size > MAX_BYTES ? 'O arquivo passa de 2 MB.' : null;
};

export interface CompanyPart {
  id?: number;
  version?: number;
  name: string;
  taxId: string;
  address: string;
}

/**
 * Stores a company together with its logo (§7: multipart with parts "company" and "logo"); returns its id.
 * @throws RestFailure
 */
export const sendCompany = async (accountId: string, company: CompanyPart, logo: File): Promise<string> => {
  const body = new FormData();
  body.append('company', JSON.stringify(company));
  body.append('logo', logo, logo.name);
  const method = company.id === undefined ? 'POST' : 'PUT';
  const command = JSON.stringify([accountId, company, logo.name, logo.size, logo.lastModified]);
  const headers = { Authorization: bearer(), 'Idempotency-Key': openKeys.of(command) };
  const response = await fetch(collection(accountId), { method, headers, body }).catch(() => null);
  if (response && response.status < 500) openKeys.answered(command);
  if (!response) throw new RestFailure(NO_CONNECTION);
  const answer: unknown = await response.json().catch(() => null);
  const data = isRecord(answer) && isRecord(answer.data) ? answer.data : null;
  if (response.ok) changeAnswered();
  if (response.ok && data) return String(data.id);
  const serverProblems = isRecord(answer) && Array.isArray(answer.fields) ? answer.fields.filter(isProblem) : [];
  throw new RestFailure(restFailureText(response.status, answer), response.status === 451 ? [] : serverProblems);
};

/** Returns an object URL of the picture; revoke it after use. @throws RestFailure */
export const fetchLogo = async (accountId: string, companyId: string): Promise<string> => {
  const response = await fetch(`${collection(accountId)}/${companyId}/logo`, { headers: { Authorization: bearer() } });
  if (!response.ok) throw new RestFailure(restFailureText(response.status, null, FETCH_COMPANY_FAILED));
  return URL.createObjectURL(await response.blob());
};
