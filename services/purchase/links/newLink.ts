import { hashToken, newToken } from '../../platform/session.ts';

/** Makes a link of a page without a login: `store` keeps the hash of its token, nothing keeps the token. Returns its path. */
export const newLink = async (page: string, store: (tokenHash: Buffer) => Promise<unknown>): Promise<string> => {
  const token = newToken();
  await store(hashToken(token));
  return `${page}/${token}`;
};
