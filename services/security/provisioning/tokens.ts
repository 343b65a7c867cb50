import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

/** How long a token is valid that was replaced: time to tell the new one to the directory. */
const AFTER_REPLACEMENT = 24 * 60 * 60 * 1000;

/** Ends the tokens of an organization at once. */
export const revokeTokens = async (trx: Trx, work: Work, organizationId: number): Promise<void> => {
  await trx
    .deleteFrom('scim_tokens')
    .where('account_id', '=', work.session.accountId)
    .where('organization_id', '=', organizationId)
    .execute();
  work.audit({ action: 'revokeToken', entity: 'organization', entityId: organizationId });
};

/** Stores a new token by its hash; the one before is valid for another day, and none before that. */
export const replaceToken = async (trx: Trx, work: Work, organizationId: number, tokenHash: Buffer): Promise<void> => {
  const { accountId } = work.session;
  const now = work.clock.now();
  await trx
    .deleteFrom('scim_tokens')
    .where('account_id', '=', accountId)
    .where('organization_id', '=', organizationId)
    .where('expires_at', 'is not', null)
    .execute();
  await trx
    .updateTable('scim_tokens')
    .set({ expires_at: new Date(now.getTime() + AFTER_REPLACEMENT) })
    .where('account_id', '=', accountId)
    .where('organization_id', '=', organizationId)
    .execute();
  await trx
    .insertInto('scim_tokens')
    .values({
      account_id: accountId,
      organization_id: organizationId,
      token_hash: tokenHash,
      created_at: now,
      expires_at: null,
    })
    .execute();
  work.audit({ action: 'createToken', entity: 'organization', entityId: organizationId });
};
