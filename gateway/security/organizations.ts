import { organizationEndpoints, type SsoSettings } from '#schema/security/organizations.rest.ts';
import type { LoginRulesInput, OrganizationGroupsInput, OrganizationInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type SingleSignOnParent = SsoSettings;

const { settings, updateRules, updateSecondFactor, create, update, remove, prove, test } = organizationEndpoints;
const { updateGroups, createToken, revokeTokens } = organizationEndpoints;

const toBody = ({ name, domain, issuer, clientId, clientSecret, active }: OrganizationInput) => ({
  name,
  domain,
  issuer,
  clientId,
  // Null removes the secret, so it is told from one that is left out.
  ...(clientSecret !== undefined && { clientSecret }),
  active: active ?? undefined,
});

const toRules = ({ ssoOnly, emergencyUserId }: LoginRulesInput) => ({
  ssoOnly,
  emergencyUserId: emergencyUserId ? toId(emergencyUserId) : null,
});

const toGroups = ({ claim, groups }: OrganizationGroupsInput) => ({
  claim,
  groups: groups.map(({ name, templateId }) => ({ name, templateId: toId(templateId) })),
});

/** How the users of the account log in (§2). */
export const organizations: Resolvers = {
  Query: {
    singleSignOn: (_, _args, { rest }) => rest.call(settings, {}),
  },
  SingleSignOn: {
    id: async (_, _args, context) => (await context.account()).accountId,
  },
  Mutation: {
    updateLoginRules: async (_, { version, input }, { rest }) => ({
      singleSignOn: await rest.call(updateRules, { body: { ...toRules(input), version: version ?? undefined } }),
    }),
    updateSecondFactorRule: async (_, { version, from }, { rest }) => ({
      singleSignOn: await rest.call(updateSecondFactor, {
        body: { from: from ?? null, version: version ?? undefined },
      }),
    }),
    createOrganization: async (_, { input }, { rest }) => ({
      singleSignOn: await rest.call(create, { body: toBody(input) }),
    }),
    updateOrganization: async (_, { id, version, input }, { rest }) => ({
      singleSignOn: await rest.call(update, {
        body: { ...toBody(input), id: toId(id), version: version ?? undefined },
      }),
    }),
    deleteOrganization: async (_, { id }, { rest }) => ({
      singleSignOn: await rest.call(remove, { params: { id: toId(id) } }),
    }),
    proveOrganizationDomain: async (_, { id }, { rest }) => ({
      singleSignOn: await rest.call(prove, { params: { id: toId(id) } }),
    }),
    updateOrganizationGroups: async (_, { id, version, input }, { rest }) => ({
      singleSignOn: await rest.call(updateGroups, {
        params: { id: toId(id) },
        body: { ...toGroups(input), version: version ?? undefined },
      }),
    }),
    createProvisioningToken: async (_, { id }, { rest }) => {
      const made = await rest.call(createToken, { params: { id: toId(id) } });
      return { token: made.token, singleSignOn: made.settings };
    },
    revokeProvisioningTokens: async (_, { id }, { rest }) => ({
      singleSignOn: await rest.call(revokeTokens, { params: { id: toId(id) } }),
    }),
    testOrganization: (_, { id }, { rest }) => rest.call(test, { params: { id: toId(id) } }),
  },
};
