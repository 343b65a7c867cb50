import { COMMON_PASSWORDS } from '#domain/commonPasswords.ts';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { passwordProblem } from '#domain/passwords.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { NewAccount } from '#schema/security/accounts.rest.ts';
import { buildingStore } from '../../financial/buildings.store.ts';
import { companyStore } from '../../financial/companies/store.ts';
import { partnerStore } from '../../financial/partners/store.ts';
import { walletStore } from '../../financial/wallets/store.ts';
import { invalid, ServiceError, type FieldError } from '../../platform/errors.ts';

/** Converts parts of the body to columns, and collects their field errors with paths in the whole body. */
class Parts {
  readonly problems: FieldError[] = [];

  read<Part, Columns>(name: string, part: Part | null | undefined, columnsOf: (part: Part) => Columns): Columns | null {
    if (part === null || part === undefined) return null;
    try {
      return columnsOf(part);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.problems.push(...error.fields.map(({ path, message }) => ({ path: `${name}.${path}`, message })));
      return null;
    }
  }
}

/** Converts the body of a sign-up to columns. @throws ServiceError 400 with all invalid fields */
export const columnsOf = ({ user, company, customerAssociate, building, wallet }: NewAccount) => {
  const login = normalizeEmail(user.login);
  const parts = new Parts();
  if (!isEmail(login)) parts.problems.push({ path: 'user.login', message: 'Informe um e-mail válido.' });
  const passwordFault = user.password
    ? passwordProblem(user.password, { login, company: company.name }, COMMON_PASSWORDS)
    : null;
  if (passwordFault) parts.problems.push({ path: 'user.password', message: passwordFault });
  const columns = {
    company: parts.read('company', company, companyStore.columns),
    customer: parts.read('customerAssociate', customerAssociate, (part) =>
      partnerStore.columns({ ...part, type: 'CUSTOMER' }),
    ),
    building: parts.read('building', building, buildingStore.columns),
    wallet: parts.read('wallet', wallet, walletStore.columns),
  };
  if (parts.problems.length > 0 || !columns.company) throw invalid(parts.problems);
  return { ...columns, company: columns.company, user: { login, name: normalizeSpaces(user.name) } };
};

export type AccountColumns = ReturnType<typeof columnsOf>;
