import { resolveTxt as systemResolveTxt } from 'node:dns/promises';
import type { FastifyInstance } from 'fastify';
import { organizationEndpoints } from '#schema/security/organizations.rest.ts';
import { requireAllowance } from '../../platform/allowances.ts';
import type { Feature } from '../../platform/build.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { hashToken, newToken } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { findProof, scheduleDomainChecks, type ResolveTxt } from './domains.ts';
import { registerLogins } from './logins.ts';
import { ProviderFailure, Providers, type ProviderSettings } from './provider.ts';
import { demandSecondFactor } from './secondFactorRule.ts';
import { lockAccount, ORGANIZATION_NOT_FOUND, organizationSettings, updateRules } from './settings.ts';
import { clientOf, readForLogin, readSettings } from './store.ts';
import './tables.ts';

export interface SsoSettings extends ProviderSettings {
  /** Reads the TXT records of a domain. */
  resolveTxt?: ResolveTxt;
}

/** Calls to the outside per account. */
const CHECKS = { times: 60, seconds: 15 * 60 };

const WORKS = 'O provedor respondeu com a configuração e as chaves. Falta entrar por ele uma vez.';
const FAILS: Record<ProviderFailure['kind'], string> = {
  refused: 'O provedor recusou a consulta.',
  unreachable: 'O provedor não respondeu com uma configuração deste emissor. Confira o endereço.',
  untrusted: 'A configuração do provedor não serve: falta algo, ou aponta para um endereço que não pode ser chamado.',
};

const proofOf = async (trx: Trx, accountId: number, id: number) => {
  const row = await trx
    .selectFrom('organizations')
    .select(['domain', 'proof', 'proven_at', 'proof_missing_since'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(ORGANIZATION_NOT_FOUND);
  return row;
};

/** Registers single sign-on (§2, §7): logins through organizations, and what administrators say about them. */
export const organizations =
  ({ resolveTxt = systemResolveTxt, ...reached }: SsoSettings): Feature =>
  async (app: FastifyInstance): Promise<void> => {
    const { platform } = app;
    const providers = new Providers(reached);
    app.addHook('onClose', () => providers.close());
    const settings = organizationSettings(platform, reached.allowPrivate ?? false);
    const answer = (trx: Trx, accountId: number) => readSettings(trx, accountId, platform);
    const sameIssuer = 'Esta organização já está cadastrada com o mesmo domínio, emissor e cliente.';
    platform.constraints.describe({
      organizations_issuer_key: { message: sameIssuer, field: 'issuer' },
      login_rules_emergency_fk: { message: 'Este usuário é quem entra com senha em emergências: escolha outro antes.' },
    });

    registerLogins(app, providers);
    scheduleDomainChecks(app, resolveTxt);

    implement(app, organizationEndpoints.settings, ({ session, read }) =>
      read((trx) => answer(trx, session.accountId)),
    );

    implement(app, organizationEndpoints.updateRules, ({ session, body, write }) =>
      write(async (trx, work) => {
        await updateRules(trx, work, session, body);
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.updateSecondFactor, ({ session, body, write }) =>
      write(async (trx, work) => {
        await lockAccount(trx, work, session);
        await demandSecondFactor(trx, work, session, body);
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.create, ({ session, body, write }) =>
      write(async (trx, work) => {
        await settings.create(trx, work, session, body);
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.update, ({ session, body, write }) =>
      write(async (trx, work) => {
        await settings.update(trx, work, session, body);
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.remove, ({ session, params, write }) =>
      write(async (trx, work) => {
        await settings.remove(trx, work, session, params.id);
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.updateGroups, ({ session, params, body, write }) =>
      write(async (trx, work) => {
        await settings.updateGroups(trx, work, session, { id: params.id, body });
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.createToken, async ({ session, params, write }) => {
      const token = newToken();
      const made = hashToken(token);
      // What `write` returns is kept for repeated calls: the token is not among it.
      const kept = await write(async (trx, work) => {
        await settings.createToken(trx, work, session, { id: params.id, tokenHash: made });
        return { hash: made.toString('hex'), settings: await answer(trx, session.accountId) };
      });
      if (kept.hash !== made.toString('hex')) throw conflict('Este token já foi mostrado uma vez. Faça outro.');
      return { token, settings: kept.settings };
    });

    implement(app, organizationEndpoints.revokeTokens, ({ session, params, write }) =>
      write(async (trx, work) => {
        await settings.revokeTokens(trx, work, session, params.id);
        return answer(trx, session.accountId);
      }),
    );

    implement(app, organizationEndpoints.prove, async ({ session, params, read, write }) => {
      const row = await read((trx) => proofOf(trx, session.accountId, params.id));
      await requireAllowance(platform, 'sso:checks', String(session.accountId), CHECKS);
      // What is proven stays so, until the daily look misses the record.
      const stands = row.proven_at !== null && row.proof_missing_since === null;
      const found = stands || (await findProof(resolveTxt, row)) === 'found';
      return write(async (trx, work) => {
        await settings.prove(trx, work, params.id, found);
        return answer(trx, session.accountId);
      });
    });

    implement(app, organizationEndpoints.test, async ({ session, params, read, request }) => {
      const row = await read((trx) => readForLogin(trx, session.accountId, params.id));
      if (!row) throw notFound(ORGANIZATION_NOT_FOUND);
      await requireAllowance(platform, 'sso:checks', String(session.accountId), CHECKS);
      try {
        await providers.test(clientOf(platform, session.accountId, row));
        return { works: true, message: WORKS };
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        request.log.warn({ kind: error.kind }, 'provider of an organization failed its test');
        return { works: false, message: FAILS[error.kind] };
      }
    });
  };
