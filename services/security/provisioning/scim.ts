import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { SCIM_MEDIA, scimFailure } from '#schema/platform/protocolFailures.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ServiceError, tooManyRequests, unauthenticated } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { readJson, settle } from '../../platform/http/json.ts';
import type { Platform } from '../../platform/platform.ts';
import { bearerToken, hashToken } from '../../platform/session.ts';
import { MOST_PER_PAGE, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { readFilter } from './filters.ts';
import { patchGroup, readGroup } from './groupFields.ts';
import { createGroup, GROUP_FILTERS, lockGroup, removeGroup, scimGroups, updateGroup } from './groups.ts';
import { readOperations } from './patch.ts';
import { project, readProjection } from './projection.ts';
import { BASE, badValue, listAnswer, ScimError, type Directory, type Paging } from './protocol.ts';
import { patchUser, readUser, type UserDraft } from './userFields.ts';
import { createUser, lockAccount, releaseUser, scimUsers, updateUser, USER_FILTERS } from './users.ts';
import './tables.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token a call of SCIM came with. */
    directory: Directory | null;
  }
}

/** Largest body: some thousand members. */
const MOST_BYTES = 256 * 1024;
/** Calls per minute of a token: Entra asks for 25 a second. */
const CALLS = 1_500;

interface Query {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
  sortBy?: string;
  sortOrder?: string;
}

interface Resource {
  id: string;
  meta: { location: string; version: string };
}

const authenticate = async ({ database, clock }: Platform, request: FastifyRequest): Promise<Directory> => {
  const token = bearerToken(request.headers.authorization);
  if (!token) throw unauthenticated('Informe o token da organização.');
  const [row] = await database.everywhere(
    sql<{
      account_id: number;
      organization_id: number;
      name: string;
      domain: string;
      trusted: boolean;
      wait: number | null;
    }>`select * from use_scim_token(${hashToken(token)}, ${CALLS}::integer, ${clock.now()})`,
  );
  if (!row) throw unauthenticated('O token não vale, ou a organização está desativada.');
  if (row.wait !== null) throw tooManyRequests(row.wait, 'Muitas chamadas em pouco tempo.');
  const { account_id: accountId, organization_id: organizationId, name, domain, trusted } = row;
  return { accountId, organizationId, name, domain, trusted };
};

const directoryOf = ({ directory }: FastifyRequest): Directory => {
  if (!directory) throw unauthenticated();
  return directory;
};

const numberOf = (text: string | undefined, name: string, usual: number): number => {
  if (text === undefined) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw badValue(`"${name}" precisa ser um número.`);
  return Number(text);
};

/** A first index below 1 means 1, a count below 0 means 0 (RFC 7644 §3.4.2.4). */
const pagingOf = ({ startIndex, count }: Query): Paging => ({
  startIndex: Math.max(1, numberOf(startIndex, 'startIndex', 1)),
  count: Math.min(MOST_PER_PAGE, Math.max(0, numberOf(count, 'count', 100))),
});

/** A repeated parameter comes as a list. Entra adds parameters of its own to addresses, so unknown ones are no error. */
const queryOf = (request: FastifyRequest): Query => {
  const query = request.query as Record<string, unknown>;
  const texts = Object.fromEntries(
    ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes', 'sortBy', 'sortOrder'].flatMap((name) => {
      const value = query[name];
      if (value === undefined || value === '') return [];
      if (typeof value !== 'string') throw badValue(`"${name}" veio mais de uma vez.`);
      return [[name, value]];
    }),
  ) as Query;
  if (texts.sortBy !== undefined || texts.sortOrder !== undefined) throw badValue('A lista não pode ser ordenada.');
  return texts;
};

const listOf = (request: FastifyRequest, filters: readonly string[]) => {
  const query = queryOf(request);
  return {
    conditions: query.filter === undefined ? [] : readFilter(query.filter, filters),
    paging: pagingOf(query),
    projection: readProjection(query),
  };
};

const idOf = (request: FastifyRequest): number => {
  const { id } = request.params as { id: string };
  // An id of another form is nobody's.
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
};

const requireVersion = (request: FastifyRequest, version: string): void => {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted === '*') return;
  const versions = wanted.split(',').map((one) => one.trim());
  if (!versions.includes(version)) throw new ScimError(412, 'O registro mudou desde que foi lido.');
};

/** Reads which attributes are asked for, before anything is written, and returns what answers a resource. */
const answering = (request: FastifyRequest, reply: FastifyReply) => {
  const projection = readProjection(queryOf(request));
  return (resource: Resource, status = 200) => {
    const { version, location } = resource.meta;
    void reply.header('etag', version);
    if (request.method === 'GET' && request.headers['if-none-match'] === version) return reply.code(304).send();
    return reply.code(status).header('location', location).send(project(resource, projection));
  };
};

/** Answers failures in the form of RFC 7644 §3.12. */
const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  let refusal = refusalOf(error, request);
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected failure');
    refusal = new ServiceError(500, 'INTERNAL', DEFAULT_FAILURE);
  }
  const { status, message, headers } = refusal;
  const scimType = error instanceof ScimError ? error.scimType : status === 400 ? 'invalidSyntax' : undefined;
  return reply
    .status(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type(SCIM_MEDIA)
    .send(scimFailure(status, message, scimType));
};

type Command = <T>(request: FastifyRequest, write: (trx: Trx, work: Work<Outsider>) => Promise<T>) => Promise<T>;

const commandOf =
  ({ command }: Platform): Command =>
  (request, write) => {
    const source = {
      route: `${request.method} ${request.url.split('?', 1)[0]}`,
      requestId: request.id,
      bytes: Number(request.headers['content-length'] ?? 0),
    };
    return command({ accountId: directoryOf(request).accountId, userId: null }, source, write);
  };

const registerUsers = (app: FastifyInstance, command: Command): void => {
  const { platform } = app;
  const users = scimUsers(platform.publicUrl);

  app.get('/Users', async (request) => {
    const [directory, asked] = [directoryOf(request), listOf(request, USER_FILTERS)];
    const { total, resources } = await platform.query(directory, (trx) => users.list(trx, directory, asked));
    return listAnswer(
      total,
      asked.paging,
      resources.map((one) => project(one, asked.projection)),
    );
  });

  app.get('/Users/:id', async (request, reply) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    return answer(await platform.query(directory, (trx) => users.get(trx, directory, idOf(request))));
  });

  app.post('/Users', async (request, reply) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    const draft = readUser(request.body);
    const resource = await command(request, async (trx, work) => {
      const { id } = await createUser(trx, work, directory, draft);
      return users.get(trx, directory, id);
    });
    return answer(resource, 201);
  });

  const change = async (request: FastifyRequest, reply: FastifyReply, after: (before: UserDraft) => UserDraft) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    const resource = await command(request, async (trx, work) => {
      await lockAccount(trx, directory);
      const before = await users.find(trx, directory, idOf(request), true);
      requireVersion(request, `W/"${before.version}"`);
      await updateUser(trx, work, directory, before, after(before));
      return users.get(trx, directory, before.id);
    });
    return answer(resource);
  };

  app.put('/Users/:id', (request, reply) => change(request, reply, (before) => readUser(request.body, before)));

  app.patch('/Users/:id', (request, reply) => {
    const operations = readOperations(request.body);
    return change(request, reply, (before) => patchUser(before, operations));
  });

  app.delete('/Users/:id', async (request, reply) => {
    const directory = directoryOf(request);
    await command(request, async (trx, work) => {
      await lockAccount(trx, directory);
      const before = await users.find(trx, directory, idOf(request), true);
      requireVersion(request, `W/"${before.version}"`);
      await releaseUser(trx, work, directory, before);
    });
    return reply.code(204).send();
  });
};

const registerGroups = (app: FastifyInstance, command: Command): void => {
  const { platform } = app;
  const groups = scimGroups(platform.publicUrl);

  app.get('/Groups', async (request) => {
    const [directory, asked] = [directoryOf(request), listOf(request, GROUP_FILTERS)];
    const { total, resources } = await platform.query(directory, (trx) => groups.list(trx, directory, asked));
    return listAnswer(
      total,
      asked.paging,
      resources.map((one) => project(one, asked.projection)),
    );
  });

  app.get('/Groups/:id', async (request, reply) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    return answer(await platform.query(directory, (trx) => groups.get(trx, directory, idOf(request))));
  });

  app.post('/Groups', async (request, reply) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    const group = readGroup(request.body);
    const resource = await command(request, async (trx, work) => {
      const { id } = await createGroup(trx, work, directory, group);
      return groups.get(trx, directory, id);
    });
    return answer(resource, 201);
  });

  app.put('/Groups/:id', async (request, reply) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    const [id, group] = [idOf(request), readGroup(request.body)];
    const resource = await command(request, async (trx, work) => {
      const before = await lockGroup(trx, directory, id);
      requireVersion(request, `W/"${before.version}"`);
      await updateGroup(trx, work, directory, { id, before, change: group });
      return groups.get(trx, directory, id);
    });
    return answer(resource);
  });

  // Without the members, which may be thousands, unless they are asked for.
  app.patch('/Groups/:id', async (request, reply) => {
    const [directory, answer] = [directoryOf(request), answering(request, reply)];
    const [id, operations] = [idOf(request), readOperations(request.body)];
    const asked = queryOf(request).attributes !== undefined;
    const resource = await command(request, async (trx, work) => {
      const before = await lockGroup(trx, directory, id);
      requireVersion(request, `W/"${before.version}"`);
      await updateGroup(trx, work, directory, { id, before, change: patchGroup(before, operations) });
      return groups.get(trx, directory, id, asked);
    });
    if (asked) return answer(resource);
    return reply.code(204).header('etag', resource.meta.version).send();
  });

  app.delete('/Groups/:id', async (request, reply) => {
    const directory = directoryOf(request);
    await command(request, (trx, work) => removeGroup(trx, work, directory, idOf(request)));
    return reply.code(204).send();
  });
};

const registerDiscovery = (app: FastifyInstance): void => {
  const { publicUrl } = app.platform;
  const whole = { startIndex: 1, count: MOST_PER_PAGE };
  const lists = [
    ['/ResourceTypes', resourceTypes(publicUrl)],
    ['/Schemas', schemas(publicUrl)],
  ] as const;
  app.get('/ServiceProviderConfig', async () => serviceProviderConfig(publicUrl));
  for (const [path, resources] of lists) {
    app.get(path, async (request) => {
      // RFC 7644 §4: a filter here is refused.
      if (queryOf(request).filter !== undefined) throw new ScimError(403, 'Esta lista não aceita filtro.');
      return listAnswer(resources.length, whole, resources);
    });
    app.get(`${path}/:id`, async (request) => {
      const { id } = request.params as { id: string };
      const found = resources.find((one) => one.id.toLowerCase() === id.toLowerCase());
      if (!found) throw new ScimError(404, 'Não encontrado.');
      return found;
    });
  }
};

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [SCIM_MEDIA, 'application/json'],
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, text, done) => {
      try {
        done(null, settle(readJson(String(text)), []));
      } catch (error) {
        done(error instanceof Error ? error : new Error('unreadable'), undefined);
      }
    },
  );
};

/**
 * SCIM 2.0 (RFC 7643, RFC 7644; docs/decisions/0080) below /scim/v2: what an organization's directory says of its users
 * and groups. The token decides the account and the organization; there is no session. Its contract is the RFC's, so the
 * routes are not endpoints of the product's.
 */
export const provisioning = async (app: FastifyInstance): Promise<void> => {
  if (!app.hasRequestDecorator('directory')) app.decorateRequest('directory', null);
  await app.register(
    async (scope) => {
      readBodies(scope);
      scope.setErrorHandler(answerFailure);
      scope.setNotFoundHandler((request, reply) =>
        answerFailure(new ScimError(404, 'Endereço não encontrado.'), request, reply),
      );
      scope.addHook('onRoute', (route) => void (route.schema = { hide: true }));
      scope.addHook('onRequest', async (request) => {
        request.directory = await authenticate(scope.platform, request);
        request.costs.accountId = request.directory.accountId;
      });
      scope.addHook('preSerialization', async (_request, reply, payload) => {
        void reply.type(`${SCIM_MEDIA}; charset=utf-8`);
        return payload;
      });
      const command = commandOf(scope.platform);
      registerDiscovery(scope);
      registerUsers(scope, command);
      registerGroups(scope, command);
    },
    { prefix: BASE },
  );
};
