import { expect } from '@jest/globals';
import type { Call, TestServices } from '#tests/support/services.ts';
import { callScim, entraUser, type Method, type TestDirectory } from './directory.ts';

/** What suites of users do by the token of the directory, which differs for each test. */
export const userKit = (
  now: () => Pick<TestDirectory, 'accountId' | 'domain' | 'token'> & { services: TestServices },
) => {
  const scim = (method: Method, path: string, body?: unknown, options: Call = {}) => {
    const { services, token } = now();
    return callScim(services, { token, method, path, ...(body === undefined ? {} : { body }), ...options });
  };

  /** The user as the database has it. */
  const userOf = async (login: string) => {
    const { services, accountId } = now();
    const [row] = await services.seed.sql<{
      id: number;
      name: string;
      admin: boolean;
      active: boolean;
      secret: boolean;
    }>(
      'select id::integer, name, admin, active, password_hash is not null as secret from users where account_id = $1 and login = $2',
      [accountId, login],
    );
    return row;
  };

  const create = async (name = 'ana', values: Record<string, unknown> = {}): Promise<string> => {
    const reply = await scim('POST', '/Users', entraUser(now().domain, name, values));
    expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
    return reply.body.id;
  };

  return { scim, userOf, create };
};
